import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { type AppSetupView, CODE_DIGITS } from '#contract/users/factors.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import type { SecretBox } from '../../../core/process/secret-box.ts';
import { db } from '../accounts/users.tables.ts';
import type { FactorSettings } from './factor-settings.ts';

/** RFC 6238, with what every app supports: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
const TOTP_SETTINGS = { algorithm: 'SHA1', digits: CODE_DIGITS, period: 30 } as const;
/** As long as the hash (RFC 4226, section 4). */
const SECRET_BYTES = 20;

type Owner = { userId: string; email: string };

/** Starts to set up an authenticator app, in place of one that was never confirmed. @throws AppError conflict if there is an app */
export async function beginApp(
  em: EntityManager,
  { readShopName, secrets }: FactorSettings,
  { userId, email }: Owner,
): Promise<AppSetupView> {
  const secret = new Secret({ size: SECRET_BYTES });
  const row = { secret: secrets.seal(secret.base32, userId), lastStep: null };
  const stored = await db(em)
    .insertInto('authenticatorApp')
    .values({ userId, ...row })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(row).where('authenticatorApp.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst();
  if (stored === undefined) throw new AppError('conflict', m.users.removeAppFirst());
  const totp = new TOTP({ ...TOTP_SETTINGS, issuer: await readShopName(em), label: email, secret });
  return { secret: secret.base32, uri: totp.toString() };
}

/**
 * Uses a code up: no code works twice, or after a later one. The app's clock may be half a minute off.
 * @param isNew whether the app is being set up, which the code completes
 * @throws AppError invalid if the code is wrong or used, or there is no such app
 */
export async function acceptCode(
  em: EntityManager,
  secrets: SecretBox,
  { userId, code, isNew = false }: { userId: string; code: string; isNew?: boolean },
): Promise<void> {
  const app = await db(em)
    .selectFrom('authenticatorApp')
    .select('secret')
    .where('userId', '=', userId)
    .where('confirmedAt', isNew ? 'is' : 'is not', null)
    .executeTakeFirst();
  const secret = app && secrets.open(app.secret, userId);
  const step = secret === undefined ? null : stepOf(secret, code);
  if (secret === undefined || step === null) throw invalid({ code: m.users.wrongCode() });
  const used = await db(em)
    .updateTable('authenticatorApp')
    // Sealed again, in case there was no key before.
    .set({ lastStep: step, secret: secrets.seal(secret, userId), ...(isNew && { confirmedAt: sql`now()` }) })
    .where('userId', '=', userId)
    .where('confirmedAt', isNew ? 'is' : 'is not', null)
    .where(({ eb, or }) => or([eb('lastStep', 'is', null), eb('lastStep', '<', step)]))
    .returning('userId')
    .executeTakeFirst();
  if (used === undefined) throw invalid({ code: m.users.wrongCode() });
}

/** The time step that a code belongs to; null if it is wrong. */
function stepOf(secret: string, code: string): number | null {
  const { period } = TOTP_SETTINGS;
  const timestamp = Date.now();
  const token = code.replaceAll(/\s/g, '');
  const settings = { ...TOTP_SETTINGS, secret: Secret.fromBase32(secret), window: 1, timestamp };
  const delta = TOTP.validate({ token, ...settings });
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
}

/** @returns whether there was an app; one that was never confirmed doesn't count */
export async function removeApp(em: EntityManager, userId: string): Promise<boolean> {
  const removed = await db(em)
    .deleteFrom('authenticatorApp')
    .where('userId', '=', userId)
    .returning('confirmedAt')
    .executeTakeFirst();
  return removed !== undefined && removed.confirmedAt !== null;
}

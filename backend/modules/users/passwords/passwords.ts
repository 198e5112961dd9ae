import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { EntityManager } from '../../../core/database/db.ts';
import { invalid } from '../../../core/errors.ts';
import { inCpuSlot, inCpuSlotOfSession } from '../../../core/limits/cpu-slots.ts';
import { db } from '../accounts/users.tables.ts';

/** Argon2id. The package's const enum doesn't exist at run time when types are stripped. */
const ARGON2ID = 2;

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html: 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password, with its salt and parameters (PHC string format). @throws AppError unavailable */
export function hashPassword(password: string): Promise<string> {
  return inCpuSlot(() => hash(password, PARAMETERS));
}

/** The same for someone with a session, who needn't wait for strangers. @throws AppError unavailable */
export function hashOwnPassword(password: string): Promise<string> {
  return inCpuSlotOfSession(() => hash(password, PARAMETERS));
}

/**
 * Checks the password of someone with a session, who needn't wait for strangers.
 * @param refusal the message for the field that holds the password
 * @returns its hash
 * @throws AppError invalid if it is wrong; unavailable
 */
export async function requireOwnPassword(
  em: EntityManager,
  userId: string,
  password: string,
  refusal: Record<string, string>,
): Promise<string> {
  const account = await db(em)
    .selectFrom('userAccount')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirst();
  const matches = account && (await inCpuSlotOfSession(() => verify(account.passwordHash, password)));
  if (!matches) throw invalid(refusal);
  return account.passwordHash;
}

/** Compared with if there is no account, so that both cases take the same time. */
const dummyHash = hashPassword(randomBytes(16).toString('base64'));

/**
 * Whether a password matches a hash. Without a hash, takes the same time and returns false.
 * @throws AppError unavailable
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const compared = passwordHash ?? (await dummyHash);
  const matches = await inCpuSlot(() => verify(compared, password));
  return matches && passwordHash !== null;
}

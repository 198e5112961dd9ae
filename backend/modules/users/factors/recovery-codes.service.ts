import { randomBytes } from 'node:crypto';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { invalid } from '../../../core/errors.ts';
import { hashToken } from '../../../core/http/sessions.ts';
import { db } from '../accounts/users.tables.ts';

const COUNT = 10;
/** 120 bits: from 112 bits on, a code needs no salt and no slow hash (OWASP ASVS 5.0, 6.5.2). */
const CHARACTERS = 24;
/** https://www.crockford.com/base32.html */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Gives a user new recovery codes, which replace older ones. Only their hashes are stored. */
export async function renewRecoveryCodes(em: EntityManager, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await db(em).deleteFrom('recoveryCode').where('userId', '=', userId).execute();
  await db(em)
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ userId, hash: hashOf(code) })))
    .execute();
  return codes;
}

/** Uses a recovery code up. @throws AppError invalid if it is wrong or used */
export async function acceptRecoveryCode(em: EntityManager, userId: string, code: string): Promise<void> {
  const used = await db(em)
    .deleteFrom('recoveryCode')
    .where('userId', '=', userId)
    .where('hash', '=', hashOf(code))
    .returning('hash')
    .executeTakeFirst();
  if (used === undefined) throw invalid({ recoveryCode: m.users.wrongRecoveryCode() });
}

export async function removeRecoveryCodes(em: EntityManager, userId: string): Promise<void> {
  await db(em).deleteFrom('recoveryCode').where('userId', '=', userId).execute();
}

/** Such as "7K2M-Q9RD-…". */
function newCode(): string {
  const characters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return characters.match(/.{4}/g)?.join('-') ?? '';
}

/** Letters that are easily confused count as the digits they look like. */
function hashOf(code: string): string {
  const read = code.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return hashToken(read.replaceAll(/[^0-9A-Z]/g, ''));
}

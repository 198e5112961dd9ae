import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id; the enum of the package can't be named where types are stripped. */
const ARGON2ID = 2;

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html: 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password, with its salt and parameters (PHC string format). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** Nobody's password, hashed as everybody's are. */
const nobodysHash = hashPassword(randomBytes(16).toString('base64'));

/** Whether a password is the one that was hashed. Without a hash it takes as long, and never is. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), password);
  return matches && passwordHash !== null;
}

import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { inCpuSlot, inCpuSlotOfSession } from '../../../core/limits/cpu-slots.ts';

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

/** Whether the password of someone with a session matches; they needn't wait for strangers. @throws AppError unavailable */
export async function verifyOwnPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  return passwordHash !== undefined && (await inCpuSlotOfSession(() => verify(passwordHash, password)));
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

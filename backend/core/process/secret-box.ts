import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** AES-256-GCM, with the lengths of https://csrc.nist.gov/pubs/sp/800/38/d/final in bytes. */
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const SEALED = 'sealed:';
const PLAIN = 'plain:';

/** Protects secrets that the database must give back. Each is bound to its owner, so that rows can't be swapped. */
export type SecretBox = {
  seal(secret: string, owner: string): string;
  /** @throws Error if it was sealed with another key or for another owner, or changed since */
  open(stored: string, owner: string): string;
};

/** @param key 32 bytes; without it, secrets are stored as they are. Those stored before there was a key can be opened. */
export function createSecretBox(key: Buffer | null): SecretBox {
  return {
    seal: (secret, owner) => (key === null ? PLAIN + secret : SEALED + encrypt(key, secret, owner)),
    open: (stored, owner) => {
      if (stored.startsWith(PLAIN)) return stored.slice(PLAIN.length);
      if (key === null) throw new Error('ENCRYPTION_KEY is missing, but a secret is encrypted');
      return decrypt(key, stored.slice(SEALED.length), owner);
    },
  };
}

function encrypt(key: Buffer, secret: string, owner: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

function decrypt(key: Buffer, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag);
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

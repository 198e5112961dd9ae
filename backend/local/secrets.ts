import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Generated at the first start with a data folder. */
export type Secrets = {
  adminPassword: string;
  operatorPassword: string;
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecret: string;
  /** Accounts whose passwords have been shown; each is shown once. */
  shown: ('admin' | 'operator')[];
};

/** Loads the secrets of a data folder, or generates them. */
export function loadSecrets(dataDir: string): Secrets {
  const file = secretsFile(dataDir);
  if (existsSync(file)) return { shown: [], ...JSON.parse(readFileSync(file, 'utf8')) };
  const secrets: Secrets = {
    adminPassword: randomWord(12),
    operatorPassword: randomWord(12),
    stripeSecretKey: `sk_test_${randomWord(24)}`,
    stripePublishableKey: `pk_test_${randomWord(24)}`,
    stripeWebhookSecret: `whsec_${randomWord(32)}`,
    shown: [],
  };
  save(dataDir, secrets);
  return secrets;
}

/** Records which passwords have been shown. */
export function recordShown(dataDir: string, secrets: Secrets, accounts: Secrets['shown']): void {
  if (accounts.length > 0) save(dataDir, { ...secrets, shown: [...secrets.shown, ...accounts] });
}

/** Readable by the owner only. Renamed once complete: a killed start would leave half a file. */
function save(dataDir: string, secrets: Secrets): void {
  mkdirSync(dataDir, { recursive: true });
  const file = secretsFile(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/** Unambiguous letters and digits, safe in any header. */
function randomWord(length: number): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
}

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What nobody chose and the shop made up for itself at its first start on a data folder. */
export type Secrets = {
  adminPassword: string;
  operatorPassword: string;
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecret: string;
  /** Whose passwords have been shown: each is shown once. */
  told: ('admin' | 'operator')[];
};

/** The secrets of a data folder, made if there are none. */
export function loadSecrets(dataDir: string): Secrets {
  const file = secretsFile(dataDir);
  if (existsSync(file)) return { told: [], ...JSON.parse(readFileSync(file, 'utf8')) };
  const secrets: Secrets = {
    adminPassword: randomWord(12),
    operatorPassword: randomWord(12),
    stripeSecretKey: `sk_test_${randomWord(24)}`,
    stripePublishableKey: `pk_test_${randomWord(24)}`,
    stripeWebhookSecret: `whsec_${randomWord(32)}`,
    told: [],
  };
  save(dataDir, secrets);
  return secrets;
}

/** Notes that somebody has been shown passwords. */
export function noteTold(dataDir: string, secrets: Secrets, whose: Secrets['told']): void {
  if (whose.length > 0) save(dataDir, { ...secrets, told: [...secrets.told, ...whose] });
}

/** Readable by their owner alone. */
function save(dataDir: string, secrets: Secrets): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(secretsFile(dataDir), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
}

/** Where the secrets of a data folder are kept. */
export function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/** Letters and digits, so that it can be read out, typed and put in any header. */
function randomWord(length: number): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
}

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
};

/** The secrets of a data folder, and whether they were made just now. Readable by their owner alone. */
export function loadSecrets(dataDir: string): { secrets: Secrets; areNew: boolean } {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return { secrets: JSON.parse(readFileSync(file, 'utf8')), areNew: false };
  const secrets: Secrets = {
    adminPassword: randomWord(12),
    operatorPassword: randomWord(12),
    stripeSecretKey: `sk_test_${randomWord(24)}`,
    stripePublishableKey: `pk_test_${randomWord(24)}`,
    stripeWebhookSecret: `whsec_${randomWord(32)}`,
  };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return { secrets, areNew: true };
}

/** Letters and digits, so that it can be read out, typed and put in any header. */
function randomWord(length: number): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
}

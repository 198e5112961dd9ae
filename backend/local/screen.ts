import { relative } from 'node:path';
import { type Config, projectFolder } from '../config.ts';
import type { Secrets } from './secrets.ts';
import { DEMO_ADMIN, FIRST_ADMIN_EMAIL } from './seed.ts';

type Options = {
  config: Config;
  secrets: Secrets;
  mailboxUrl: string | null;
};

/** The one block that a person who has started the shop needs. */
export function printAddresses({ config, secrets, mailboxUrl }: Options): void {
  const rows: [string, string][] = [['Shop', config.publicUrl]];
  rows.push(['Queue dashboard', `http://localhost:${config.operationsPort}`]);
  if (config.operatorPassword === null) rows.push(['  log in as', `operator / ${secrets.operatorPassword}`]);
  if (mailboxUrl !== null) rows.push(['Mailbox', mailboxUrl]);
  if (config.seed === 'demo' && config.admin === null) {
    rows.push(['Demo admin', `${DEMO_ADMIN.email} / ${DEMO_ADMIN.password}`]);
  } else if (config.admin === null && !secrets.isTold) {
    rows.push(['Admin', `${FIRST_ADMIN_EMAIL} / ${secrets.adminPassword} (told once)`]);
  }
  if (config.stripe === null) rows.push(['Card', '4242 4242 4242 4242, any date to come, any CVC: nothing is charged']);
  rows.push(['Data', relative(projectFolder, config.dataDir) || config.dataDir]);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`);
  process.stdout.write(`\n${lines.join('\n')}\n\n  Ctrl-C stops it all; what was stored stays.\n\n`);
}

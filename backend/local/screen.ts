import { relative } from 'node:path';
import { type Config, projectFolder } from '../config.ts';
import { reachableHost } from '../core/http/listen.ts';
import { LOOPBACK } from './ports.ts';
import { type Secrets, secretsFile } from './secrets.ts';
import type { SeededAdmin } from './seed.ts';

type Options = {
  config: Config;
  secrets: Secrets;
  /** Null if the admin wasn't seeded or has changed the password. */
  admin: SeededAdmin | null;
  mailboxUrl: string | null;
};

/** Prints addresses and logins. @returns the accounts whose passwords were shown for the first time */
export function printAddresses({ config, secrets, admin, mailboxUrl }: Options): Secrets['shown'] {
  const shown: Secrets['shown'] = [];
  const rows: [string, string][] = [['Shop', config.publicUrl]];
  const host = reachableHost(config.host).replace(LOOPBACK, 'localhost');
  rows.push(['Queue dashboard', `http://${host}:${config.operationsPort}`]);
  if (config.operatorPassword === null) {
    const isFirst = !secrets.shown.includes('operator');
    if (isFirst) shown.push('operator');
    const password = isFirst
      ? `${secrets.operatorPassword} (shown once)`
      : `shown at the first start (see ${shortPath(secretsFile(config.dataDir))})`;
    rows.push(['  log in as', `operator / ${password}`]);
  }
  rows.push(['API', `http://${host}:${config.operationsPort}/api/`]);
  if (mailboxUrl !== null) rows.push(['Mailbox', mailboxUrl]);
  if (admin?.isDemo) rows.push(['Demo admin', `${admin.email} / ${admin.password}`]);
  else if (admin !== null && !secrets.shown.includes('admin')) {
    shown.push('admin');
    rows.push(['Admin', `${admin.email} / ${admin.password} (shown once)`]);
  }
  if (config.payments === null)
    rows.push(['Card', '4242 4242 4242 4242, any future date, any CVC; nothing is charged']);
  rows.push(['Data', shortPath(config.dataDir)]);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`);
  process.stdout.write(`\n${lines.join('\n')}\n\n  Ctrl-C stops the shop and keeps its data.\n\n`);
  return shown;
}

function shortPath(path: string): string {
  return relative(projectFolder, path) || path;
}

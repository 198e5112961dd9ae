import { relative } from 'node:path';
import { type Config, projectFolder } from '../config.ts';
import { LOOPBACK, reachableHost } from './ports.ts';
import { type Secrets, secretsFile } from './secrets.ts';
import type { SeededAdmin } from './seed.ts';

type Options = {
  config: Config;
  secrets: Secrets;
  /** Null: there was one before. */
  admin: SeededAdmin | null;
  mailboxUrl: string | null;
};

/** The one block that a person who has started the shop needs. @returns whose passwords it has told for the first time */
export function printAddresses({ config, secrets, admin, mailboxUrl }: Options): Secrets['told'] {
  const told: Secrets['told'] = [];
  const rows: [string, string][] = [['Shop', config.publicUrl]];
  const host = reachableHost(config.host).replace(LOOPBACK, 'localhost');
  rows.push(['Queue dashboard', `http://${host}:${config.operationsPort}`]);
  if (config.operatorPassword === null) {
    const isNews = !secrets.told.includes('operator');
    if (isNews) told.push('operator');
    const password = isNews
      ? `${secrets.operatorPassword} (told once)`
      : `as told once (${shortPath(secretsFile(config.dataDir))})`;
    rows.push(['  log in as', `operator / ${password}`]);
  }
  if (mailboxUrl !== null) rows.push(['Mailbox', mailboxUrl]);
  if (admin?.isDemo) rows.push(['Demo admin', `${admin.email} / ${admin.password}`]);
  else if (admin !== null && !secrets.told.includes('admin')) {
    told.push('admin');
    rows.push(['Admin', `${admin.email} / ${admin.password} (told once)`]);
  }
  if (config.stripe === null) rows.push(['Card', '4242 4242 4242 4242, any date to come, any CVC: nothing is charged']);
  rows.push(['Data', shortPath(config.dataDir)]);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`);
  process.stdout.write(`\n${lines.join('\n')}\n\n  Ctrl-C stops it all; what was stored stays.\n\n`);
  return told;
}

function shortPath(path: string): string {
  return relative(projectFolder, path) || path;
}

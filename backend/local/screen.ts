import { relative } from 'node:path';
import { type Config, projectFolder } from '../config.ts';
import { LOOPBACK, reachableHost } from './ports.ts';
import type { Secrets } from './secrets.ts';
import type { SeededAdmin } from './seed.ts';

type Options = {
  config: Config;
  secrets: Secrets;
  /** Null: there is nothing to tell. */
  admin: SeededAdmin | null;
  mailboxUrl: string | null;
};

/** The one block that a person who has started the shop needs. */
export function printAddresses({ config, secrets, admin, mailboxUrl }: Options): void {
  const rows: [string, string][] = [['Shop', config.publicUrl]];
  const host = reachableHost(config.host).replace(LOOPBACK, 'localhost');
  rows.push(['Queue dashboard', `http://${host}:${config.operationsPort}`]);
  if (config.operatorPassword === null) rows.push(['  log in as', `operator / ${secrets.operatorPassword}`]);
  if (mailboxUrl !== null) rows.push(['Mailbox', mailboxUrl]);
  if (admin?.isDemo) rows.push(['Demo admin', `${admin.email} / ${admin.password}`]);
  else if (admin !== null) rows.push(['Admin', `${admin.email} / ${admin.password} (told once)`]);
  if (config.stripe === null) rows.push(['Card', '4242 4242 4242 4242, any date to come, any CVC: nothing is charged']);
  rows.push(['Data', relative(projectFolder, config.dataDir) || config.dataDir]);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`);
  process.stdout.write(`\n${lines.join('\n')}\n\n  Ctrl-C stops it all; what was stored stays.\n\n`);
}

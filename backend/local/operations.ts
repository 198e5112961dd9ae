import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ownEnvironment, projectFolder, readConfig } from '../config.ts';
import { StartError } from '../core/process/start.ts';
import { findDatabase, reachDatabase } from './database.ts';
import { runToEnd, stopAll } from './parts.ts';

/** Production's programs. */
const PROGRAMS = ['backup', 'restore', 'doctor', 'owner'];

/** `make backup`, `make restore`, `make doctor` and `make owner`: run a program of production on the shop of `make up`. */
async function main(): Promise<void> {
  const [name = '', ...programArguments] = process.argv.slice(2);
  if (!PROGRAMS.includes(name)) throw new StartError(`Unknown program. Use one of: ${PROGRAMS.join(', ')}`);
  const config = readConfig();
  // The doctor must not start the database.
  const url = name === 'doctor' ? await findDatabase(config) : (await reachDatabase(config)).url;
  const env = { ...ownEnvironment, ...(url !== null && { DATABASE_URL: url }) };
  const [code] = await once(fork(join(projectFolder, `backend/${name}.ts`), programArguments, { env }), 'close');
  await stopAll(code ?? 1);
}

runToEnd(main);

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ownEnvironment, projectFolder, readConfig } from '../config.ts';
import { StartError } from '../core/process/start.ts';
import { findDatabase, reachDatabase } from './database.ts';
import { runToEnd, stopAll } from './parts.ts';

/** How each of production's programs finds the database of `make up`. The doctor must not start it. */
const programs = {
  backup: async (config: Config) => (await reachDatabase(config)).url,
  restore: async (config: Config) => (await reachDatabase(config)).url,
  doctor: findDatabase,
  owner: async (config: Config) => (await reachDatabase(config)).url,
};

type Config = ReturnType<typeof readConfig>;

/** `make backup`, `make restore`, `make doctor` and `make owner`: run a program of production on the shop of `make up`. */
async function main(): Promise<void> {
  const [name = '', ...programArguments] = process.argv.slice(2);
  if (!isProgram(name)) throw new StartError(`Unknown program. Use one of: ${Object.keys(programs).join(', ')}`);
  const url = await programs[name](readConfig());
  const env = { ...ownEnvironment, ...(url !== null && { DATABASE_URL: url }) };
  const [code] = await once(fork(join(projectFolder, `backend/${name}.ts`), programArguments, { env }), 'close');
  await stopAll(code ?? 1);
}

function isProgram(name: string): name is keyof typeof programs {
  return Object.hasOwn(programs, name);
}

runToEnd(main);

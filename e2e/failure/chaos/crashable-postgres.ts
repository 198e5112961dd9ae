import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres, stopPostgres } from '../../../backend/local/postgres.ts';
import { waitFor } from '../../../testing/wait.ts';

/** A PostgreSQL server that the suite can crash. Commits wait for the disk, as in production. */
export type CrashablePostgres = {
  /** Changes with each start, as the port does. */
  url(): string;
  port(): number;
  /** Shuts it down immediately, without a checkpoint, so that the next start runs a recovery. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Kills one server process: PostgreSQL then ends all sessions and recovers by itself. */
  killBackend(): Promise<void>;
  stop(): Promise<void>;
};

const MAX_CONNECTIONS = 300;

export async function startCrashablePostgres(folder: string): Promise<CrashablePostgres> {
  const options = { folder, maxConnections: MAX_CONNECTIONS };
  let server = await startPostgres(options);
  const pidFile = join(folder, 'data', 'postmaster.pid');
  let isStopped = false;

  return {
    url: () => server.url,
    port: () => Number(new URL(server.url).port),

    async crash() {
      const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
      // https://www.postgresql.org/docs/current/server-shutdown.html: immediate shutdown.
      process.kill(pid, 'SIGQUIT');
      await waitFor('PostgreSQL to exit', () => !isRunning(pid), 30_000);
    },

    async start() {
      // Retries while server processes outlive the postmaster, unless the run has been stopped.
      server = await waitFor('PostgreSQL to start', () => (isStopped ? server : startPostgres(options)), 60_000);
    },

    async killBackend() {
      const client = new pg.Client(server.url);
      // This connection ends too.
      client.on('error', () => {});
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
      );
      if (rows[0] !== undefined) process.kill(rows[0].pid, 'SIGKILL');
      await client.end();
    },

    async stop() {
      isStopped = true;
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

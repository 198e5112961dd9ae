import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { pino } from 'pino';
import { folders } from '../../../backend/core/storage/storage.ts';
import { pictureOf } from '../../../backend/modules/pictures/picture-files.ts';
import { openQueues } from '../../../workers/queues/queues.ts';
import type { BenchShop } from '../bench-shop.ts';
import { pidsOf } from '../cpu.ts';
import { memoryOf } from '../memory.ts';

/** What the shop holds at one moment. Bytes are in MB. */
export type Sample = {
  /** Seconds since the start. */
  seconds: number;
  /** The acknowledged writes until then. */
  writes: number;
  apiMemory: number;
  /** With their child processes. */
  workersMemory: number;
  apiDescriptors: number;
  workersDescriptors: number;
  databaseConnections: number;
  /** 0 without Redis. */
  redisConnections: number;
  databaseSize: number;
  writeAheadLog: number;
  logs: number;
  waitingFiles: number;
  /** Published files of pictures that don't exist. */
  abandonedFiles: number;
  unfinishedEvents: number;
  unfinishedJobs: number;
};

const UNFINISHED = ['waiting', 'active', 'delayed', 'prioritized'] as const;
/** Where files wait for the workers, or for the rest of their bytes. */
const WAITING_FOLDERS = [folders.uploads, folders.imports, 'temporary'];

type Observed = Pick<BenchShop, 'apiPid' | 'databaseUrl' | 'dataDir'> & { workersPid: number; redisUrl: string | null };

/** Opens what samples are read with. Needs Linux. */
export async function openSampling({ apiPid, workersPid, databaseUrl, redisUrl, dataDir }: Observed) {
  const start = performance.now();
  const database = new pg.Client(databaseUrl);
  await database.connect();
  const redis = redisUrl === null ? null : new Redis(redisUrl);
  const queues = await openQueues({ databaseUrl, redisUrl }, pino({ level: 'silent' }));

  async function take(writes: number): Promise<Sample> {
    const [api, workers, rows, files] = await Promise.all([
      usageOf(apiPid),
      usageOf(workersPid),
      readDatabase(database),
      readFiles(dataDir),
    ]);
    const jobs = await Promise.all(queues.all.map((queue) => queue.getJobCountByTypes(...UNFINISHED)));
    const { pictures, ...counts } = rows;
    return {
      seconds: (performance.now() - start) / 1000,
      writes,
      apiMemory: api.memory,
      workersMemory: workers.memory,
      apiDescriptors: api.descriptors,
      workersDescriptors: workers.descriptors,
      redisConnections: redis === null ? 0 : connectionsIn(await redis.info('clients')),
      ...counts,
      logs: files.logs,
      waitingFiles: files.waiting,
      abandonedFiles: files.published.filter((name) => !pictures.has(pictureOf(name))).length,
      unfinishedJobs: jobs.reduce((sum, count) => sum + count, 0),
    };
  }

  async function close(): Promise<void> {
    await queues.close();
    redis?.disconnect();
    await database.end();
  }

  return { take, close };
}

async function usageOf(pid: number): Promise<{ memory: number; descriptors: number }> {
  const usage = { memory: 0, descriptors: 0 };
  for (const each of await pidsOf(pid)) {
    // A child may have ended.
    usage.memory += (await memoryOf(each))?.current ?? 0;
    usage.descriptors += (await readdir(`/proc/${each}/fd`).catch(() => [])).length;
  }
  return usage;
}

type DatabaseRow = Pick<Sample, 'databaseConnections' | 'databaseSize' | 'writeAheadLog' | 'unfinishedEvents'>;

async function readDatabase(database: pg.Client): Promise<DatabaseRow & { pictures: Set<string> }> {
  const { rows } = await database.query<DatabaseRow>(`
    select (select count(*)::int from pg_stat_activity where datname = current_database()) as "databaseConnections",
      (pg_database_size(current_database()) / 1e6)::float8 as "databaseSize",
      (select sum(size) / 1e6 from pg_ls_waldir())::float8 as "writeAheadLog",
      (select count(*)::int from outbox_event where done_at is null and failure is null) as "unfinishedEvents"`);
  const pictures = await database.query<{ id: string }>('select id from picture');
  return { ...(rows[0] as DatabaseRow), pictures: new Set(pictures.rows.map(({ id }) => id)) };
}

async function readFiles(dataDir: string): Promise<{ waiting: number; published: string[]; logs: number }> {
  const list = async (name: string) => {
    const entries = await readdir(join(dataDir, name), { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile());
  };
  const waiting = (await Promise.all(WAITING_FOLDERS.map(list))).flat();
  const logs = await Promise.all((await list('logs')).map(({ parentPath, name }) => stat(join(parentPath, name))));
  return {
    waiting: waiting.length,
    published: (await list(folders.public)).map(({ name }) => name),
    logs: logs.reduce((sum, { size }) => sum + size, 0) / 1e6,
  };
}

/** https://redis.io/docs/latest/commands/info/ */
function connectionsIn(info: string): number {
  return Number(/^connected_clients:(\d+)/m.exec(info)?.[1]);
}

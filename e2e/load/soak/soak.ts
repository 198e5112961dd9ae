import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { run, StartError } from '../../../backend/core/process/start.ts';
import { freePort } from '../../../backend/local/ports.ts';
import { isRedisInstalled, startRedis } from '../../../testing/servers/redis.ts';
import { waitFor } from '../../../testing/wait.ts';
import { createRandom, type Random } from '../../failure/chaos/random.ts';
import type { Pace } from '../../failure/chaos/shoppers/people.ts';
import { prepareShop } from '../../failure/chaos/shoppers/traffic.ts';
import { type BenchShop, startBenchShop } from '../bench-shop.ts';
import { formatCount } from '../table.ts';
import { fillSmall } from './fill.ts';
import { reportGrowth } from './growth.ts';
import { openSampling, type Sample } from './samples.ts';
import { harass } from './strangers.ts';
import { visit } from './visitors.ts';

/** A steady load that leaves two cores some time. */
const PACE: Pace = { shoppers: 5, thinkTime: { min: 200, max: 800 } };
const VISITORS = 3;
const STRANGERS = 2;
/** Milliseconds between two samples. */
const SAMPLE = 3000;
/** Milliseconds after the load until all work must be done. */
const IDLE_DEADLINE = 120_000;
/** Problems that are printed. */
const SHOWN_MAX = 20;
const ADMIN = { email: 'soak@example.com', password: 'a password to soak' };

type Settings = { minutes: number; seed: string; isOnRedis: boolean };

/** Reads MINUTES, SEED, and QUEUES (postgres, the default, or redis, which then also counts the rate limits). */
function readSettings({ MINUTES, SEED, QUEUES }: NodeJS.ProcessEnv): Settings {
  const minutes = Number(MINUTES || 20);
  if (!(minutes >= 1)) throw new StartError(`MINUTES must be a number from 1, not '${MINUTES}'`);
  if (QUEUES && QUEUES !== 'postgres' && QUEUES !== 'redis') {
    throw new StartError(`QUEUES must be postgres or redis, not '${QUEUES}'`);
  }
  if (QUEUES === 'redis' && !isRedisInstalled) throw new StartError('redis-server is not installed');
  return { minutes, seed: SEED || String(randomInt(1_000_000)), isOnRedis: QUEUES === 'redis' };
}

async function main(): Promise<void> {
  if (process.platform !== 'linux') throw new StartError('The soak reads /proc, which only Linux has');
  const settings = readSettings(process.env);
  print(`make soak SEED=${settings.seed} MINUTES=${settings.minutes}${settings.isOnRedis ? ' QUEUES=redis' : ''}`);
  const redis = settings.isOnRedis ? await startRedis(await freePort()) : null;
  const variables = {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    // Strangers name their addresses.
    TRUST_PROXY: '127.0.0.1',
    ...(redis !== null && { REDIS_URL: redis.url }),
  };
  const shop = await startBenchShop(fillSmall, variables);
  const stop = async () => {
    await shop.close();
    await redis?.remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop().then(() => process.exit(1)));
  try {
    const problems = await soak(shop, redis?.url ?? null, settings);
    print('');
    for (const problem of problems.slice(0, SHOWN_MAX)) print(`FAILED: ${problem}`);
    if (problems.length > SHOWN_MAX) print(`and ${problems.length - SHOWN_MAX} more`);
    if (problems.length > 0) process.exitCode = 1;
    else print('Passed: nothing grows.');
  } finally {
    await stop();
  }
}

/** @returns what is wrong */
async function soak(shop: BenchShop, redisUrl: string | null, { minutes, seed }: Settings): Promise<string[]> {
  const workers = await shop.startWorkers(redisUrl);
  const sampling = await openSampling({ ...shop, workersPid: workers.pid, redisUrl });
  try {
    const load = await openLoad(shop, createRandom(seed));
    const samples: Sample[] = [];
    const end = performance.now() + minutes * 60_000;
    for (let minute = 0; performance.now() < end; ) {
      await pause(SAMPLE);
      const sample = await sampling.take(load.writes());
      samples.push(sample);
      if (sample.seconds < minute * 60) continue;
      print(summarize(minute, sample));
      minute += 1;
    }
    const unexpected = await load.close();
    const growth = reportGrowth(samples);
    return [...growth, ...unexpected, ...(await findUnfinished(sampling))];
  } finally {
    await sampling.close();
  }
}

function summarize(minute: number, { writes, apiMemory, workersMemory, databaseConnections }: Sample): string {
  const memory = `API ${apiMemory.toFixed(0)} MB, workers ${workersMemory.toFixed(0)} MB`;
  return `${minute} min: ${formatCount(writes)} writes, ${memory}, ${databaseConnections} connections`;
}

/** Fills the shop with people. */
async function openLoad({ url, provider, control }: BenchShop, random: Random) {
  const { journal, isOpen, open } = await prepareShop({ url, provider, control, admin: ADMIN }, random, PACE);
  const unexpected: string[] = [];
  const street = { url, isOpen, fail: (what: string) => unexpected.push(what) };
  const closeShop = open();
  const others = Promise.all([
    ...Array.from({ length: VISITORS }, (_, index) => visit(street, random.fork(`visitor ${index}`))),
    ...Array.from({ length: STRANGERS }, (_, index) => harass(street, random.fork(`stranger ${index}`))),
  ]);
  // A failure is reported when the shop closes.
  others.catch(() => {});
  return {
    writes: () => journal.acknowledged(),
    /** Waits until everyone has left. @returns responses that nothing explains */
    async close(): Promise<string[]> {
      await closeShop();
      await others;
      const lost = [...journal.counts].filter(([, { unknown }]) => unknown > 0);
      return [
        ...unexpected,
        ...journal.unexpectedResponses,
        ...lost.map(([kind, { unknown }]) => `${unknown} requests without a success or a refusal: ${kind}`),
      ];
    },
  };
}

/** @returns a problem if work is left once everyone has gone */
async function findUnfinished(sampling: Awaited<ReturnType<typeof openSampling>>): Promise<string[]> {
  const isIdle = async () => {
    const { unfinishedEvents, waitingFiles } = await sampling.take(0);
    if (unfinishedEvents + waitingFiles === 0) return true;
    throw new Error(`${unfinishedEvents} events and ${waitingFiles} files`);
  };
  return waitFor('all work to be done', isIdle, IDLE_DEADLINE).then(
    () => [],
    (error: Error) => [error.message],
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

run(main);

import { randomInt } from 'node:crypto';
import { isRedisInstalled } from '../../../testing/redis.ts';
import { formatRun } from './report.ts';
import { isGoodRun, runChaos } from './run.ts';
import { type Backend, closeSurroundings } from './surroundings.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

type Settings = { seed: string; minutes: number; backends: Backend[] };

/** SEED, MINUTES (of faults, for all backends together) and QUEUES (postgres, redis, or unset for both). */
function readSettings({ SEED, MINUTES, QUEUES }: NodeJS.ProcessEnv): Settings {
  const minutes = Number(MINUTES || 3);
  if (!(minutes > 0)) throw new Error(`MINUTES must be a number above 0, not '${MINUTES}'`);
  const backends: Backend[] = (['postgres', 'redis'] as const).filter((each) => !QUEUES || QUEUES === each);
  if (backends.length === 0) throw new Error(`QUEUES must be postgres or redis, not '${QUEUES}'`);
  return { seed: SEED || String(randomInt(1_000_000)), minutes, backends };
}

async function main(): Promise<void> {
  const { seed, minutes, backends } = readSettings(process.env);
  say(`make chaos SEED=${seed} MINUTES=${minutes}${backends.length === 1 ? ` QUEUES=${backends[0]}` : ''}\n`);
  if (backends.includes('redis') && !isRedisInstalled) throw new Error('redis-server is not installed');
  for (const backend of backends) {
    const run = await runChaos({ backend, seed, milliseconds: (minutes * 60_000) / backends.length, say });
    say(`\n${formatRun(run)}`);
    if (!isGoodRun(run)) process.exitCode = 1;
  }
}

let isEnding = false;

/** What fails because the end has begun is no news. */
async function end(reason: Error | NodeJS.Signals): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  process.stderr.write(`${reason instanceof Error ? reason.stack : reason}\n`);
  // Whoever presses Ctrl-C has seen enough.
  await closeSurroundings({ keepFolder: reason instanceof Error }).catch((error: unknown) => {
    process.stderr.write(`${error}\n`);
  });
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
process.on('uncaughtException', end);
// A connection that some library still keeps open must hold up nobody.
main().then(() => process.exit(), end);

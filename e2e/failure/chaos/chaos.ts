import { randomInt } from 'node:crypto';
import { isRedisInstalled } from '../../../testing/servers/redis.ts';
import { formatRun } from './report.ts';
import { isGoodRun, runChaos } from './run.ts';
import { type Backend, closeTestbeds } from './testbed.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

type Settings = { seed: string; minutes: number; backends: Backend[] };

/** Reads SEED, MINUTES (of faults, shared by the backends) and QUEUES (postgres, redis, or unset for both). */
function readSettings({ SEED, MINUTES, QUEUES }: NodeJS.ProcessEnv): Settings {
  const minutes = Number(MINUTES || 3);
  if (!(minutes > 0)) throw new Error(`MINUTES must be a number above 0, not '${MINUTES}'`);
  const backends: Backend[] = (['postgres', 'redis'] as const).filter((each) => !QUEUES || QUEUES === each);
  if (backends.length === 0) throw new Error(`QUEUES must be postgres or redis, not '${QUEUES}'`);
  return { seed: SEED || String(randomInt(1_000_000)), minutes, backends };
}

async function main(): Promise<void> {
  const { seed, minutes, backends } = readSettings(process.env);
  print(`make chaos SEED=${seed} MINUTES=${minutes}${backends.length === 1 ? ` QUEUES=${backends[0]}` : ''}\n`);
  if (backends.includes('redis') && !isRedisInstalled) throw new Error('redis-server is not installed');
  for (const backend of backends) {
    const run = await runChaos({ backend, seed, milliseconds: (minutes * 60_000) / backends.length, print });
    print(`\n${formatRun(run)}`);
    if (!isGoodRun(run)) process.exitCode = 1;
  }
}

let isExiting = false;

/** Cleans up once: errors that the clean-up itself causes are ignored. */
async function cleanUpAndExit(reason: Error | NodeJS.Signals): Promise<void> {
  if (isExiting) return;
  isExiting = true;
  process.stderr.write(`${reason instanceof Error ? reason.stack : reason}\n`);
  // Ctrl-C discards the data; a crash of the suite keeps it.
  await closeTestbeds({ keepFolder: reason instanceof Error }).catch((error: unknown) => {
    process.stderr.write(`${error}\n`);
  });
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, cleanUpAndExit);
process.on('uncaughtException', cleanUpAndExit);
// Exits even if a library keeps a connection open.
main().then(() => process.exit(), cleanUpAndExit);

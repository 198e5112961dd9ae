import { randomInt } from 'node:crypto';
import { waitFor } from '../../testing/wait.ts';
import { type Found, type Options, runCampaign } from './campaign.ts';
import { Scale } from './footprint.ts';
import type { Fuzzer } from './fuzzer.ts';
import { findGaps, formatStatuses, formatSurprise } from './report.ts';
import type { FuzzedProcess } from './shop.ts';
import { startFuzzedShop } from './start-shop.ts';

/** Stops what it has started. */
let stop = async () => {};
/** After Ctrl-C, calls to the shop fail. */
let isInterrupted = false;

const print = (line: string) => process.stdout.write(`${line}\n`);

const usual = { sequences: 8, longest: 4, furnishedEvery: 12, timeMax: 5000 };
/** Milliseconds until all jobs must be done. */
const IDLE_MAX = 120_000;

/** Reads CASES, SEED, and to repeat one surprise CALL and CASE. */
function readSettings({ CASES, SEED, CALL, CASE }: NodeJS.ProcessEnv): Options {
  const cases = Number(CASES || 100_000);
  const seed = Number(SEED || randomInt(2 ** 30));
  if (!(cases > 0)) throw new Error(`CASES must be a number above 0, not '${CASES}'`);
  if (!Number.isInteger(seed)) throw new Error(`SEED must be a whole number, not '${SEED}'`);
  return {
    cases,
    seed,
    ...usual,
    only: CALL || undefined,
    path: CASE || undefined,
  };
}

/** What is wrong with the shop after all cases. */
async function problemsOfShop(fuzzer: Fuzzer, processes: FuzzedProcess[], scales: Scale[]): Promise<string[]> {
  const unready = [];
  for (const { name, isReady } of processes) {
    if (!(await isReady().catch(() => false))) unready.push(`${name} is not ready`);
  }
  const isIdle = async () => (await fuzzer.writes.unfinished()).open.length === 0;
  await waitFor('all jobs to be done', isIdle, IDLE_MAX).catch(() => {});
  const { open, failed } = await fuzzer.writes.unfinished();
  return [
    ...unready,
    ...open.map((what) => `unfinished: ${what}`),
    ...failed.map((what) => `failed: ${what}`),
    ...scales.flatMap((scale) => scale.problems()),
  ];
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  print(`make fuzz SEED=${settings.seed} CASES=${settings.cases}`);
  const start = performance.now();
  const shop = await startFuzzedShop();
  stop = shop.close;
  try {
    const scales = await Promise.all(shop.processes.map((each) => Scale.connect(each)));
    const onPass = async ({ sent }: Fuzzer) => {
      for (const scale of scales) await scale.measure();
      const held = scales.map(({ name, series }) => {
        const { heap, resident, descriptors } = series.at(-1) ?? { heap: 0, resident: 0, descriptors: 0 };
        return `${name} ${heap.toFixed(0)} MB of heap, ${resident.toFixed(0)} MB, ${descriptors} descriptors`;
      });
      print(`${Math.round((performance.now() - start) / 1000)} s: ${sent} cases; ${held.join('; ')}`);
    };
    const onFound = (each: Found) => {
      if (!isInterrupted) print(`SURPRISE ${formatSurprise(each)}`);
    };
    const campaign = await runCampaign(shop, { ...settings, onPass, onFound });
    const { fuzzer, found } = campaign;
    const { unreached, unsuccessful } = findGaps(campaign);
    const problems = [
      ...(await problemsOfShop(fuzzer, shop.processes, scales)),
      ...unreached.map((name) => `never reached: ${name}`),
    ];
    for (const scale of scales) scale.close();
    await fuzzer.close();

    print(`\n${formatStatuses(fuzzer)}\n`);
    if (unsuccessful.length > 0) print(`Never succeeded: ${unsuccessful.join(', ')}`);
    for (const problem of problems) print(`SURPRISE ${problem}`);
    print(
      `${fuzzer.sent} cases, ${found.length + problems.length} surprises; the slowest answer took ${Math.round(fuzzer.slowest)} ms`,
    );
    if (found.length + problems.length > 0) process.exitCode = 1;
  } finally {
    await shop.close();
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isInterrupted = true;
    stop().finally(() => process.exit(1));
  });
}

// Exits even if a library keeps a connection open.
main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  },
);

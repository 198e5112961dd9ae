import { run, StartError } from '../../backend/core/start.ts';
import { freePort } from '../../backend/local/ports.ts';
import { isRedisInstalled, startRedis } from '../../testing/redis.ts';
import { type Call, dashboardCalls, LEFT_OUT, shopCalls } from './calls.ts';
import { type Delay, measureDelays } from './events.ts';
import { SIZES } from './fill.ts';
import { IMPORT_LINES, IMPORT_SECONDS_MAX, measureImports } from './imports.ts';
import { type Figures, measure, WrongAnswer } from './measure.ts';
import { measureRelay, type RelayFigures } from './relay.ts';
import { type Stage, setStage } from './stage.ts';
import { inCounts, inMilliseconds, inPercent, printTable } from './table.ts';

/** Seconds for which each call is measured at each concurrency. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1.5);
const CONCURRENCIES = [1, 16] as const;
/** Milliseconds that 95 of 100 answers of a dashboard call may take at most, one call at a time. */
const DASHBOARD_LIMIT = 100;

/** What did not hold; each is told at the end, and makes the bench fail. */
const problems: string[] = [];

/** `make bench BENCH_PART=events` measures that part alone. */
const allParts: Record<string, (stage: Stage) => Promise<void>> = {
  calls: benchCalls,
  imports: benchImports,
  events: benchEvents,
};

function chooseParts(): ((stage: Stage) => Promise<void>)[] {
  const name = process.env.BENCH_PART;
  if (!name) return Object.values(allParts);
  const part = allParts[name];
  if (part === undefined) throw new StartError(`BENCH_PART must be one of ${Object.keys(allParts).join(', ')}`);
  return [part];
}

async function main(): Promise<void> {
  const parts = chooseParts();
  say(
    `Filling a shop: ${Object.entries(SIZES)
      .map(([what, count]) => `${inCounts(count)} ${what}`)
      .join(', ')}`,
  );
  const stage = await setStage();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stage.close().then(() => process.exit(1)));
  try {
    for (const part of parts) await part(stage);
  } finally {
    await stage.close();
  }
  say('');
  for (const problem of problems) say(`FAILED: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

async function benchCalls(stage: Stage): Promise<void> {
  const before = await measureHello(stage);
  const list = await fetch(`${stage.url}/api/v1/products`, { headers: { 'Accept-Encoding': 'br' } });
  await list.arrayBuffer();
  const groups: [string, Call[]][] = [
    ['The shop', shopCalls(list.headers.get('ETag') ?? '')],
    ['The dashboard', dashboardCalls],
  ];
  const measured: [string, [Call, Figures[]][]][] = [];
  for (const [title, calls] of groups) {
    const rows: [Call, Figures[]][] = [];
    for (const call of calls) rows.push([call, await measureCall(stage, call)]);
    measured.push([title, rows]);
  }
  // The machine may have been busier at one end of the run than at the other.
  const after = await measureHello(stage);
  const hello = before.map(({ throughput }, index) => (throughput + (after[index]?.throughput ?? throughput)) / 2);

  const head = CONCURRENCIES.flatMap((count) => [`${count}: p50`, 'p95', 'p99', 'a second', 'of Koa']);
  const cells = (figures: Figures[]) =>
    figures.flatMap(({ p50, p95, p99, throughput }, index) => [
      ...[p50, p95, p99].map(inMilliseconds),
      inCounts(throughput),
      inPercent(throughput / (hello[index] ?? 1)),
    ]);
  for (const [title, rows] of measured) {
    printTable(
      `${title}: milliseconds and answers a second, 1 and 16 at once; of Koa: share of what bare Koa answers in this run`,
      [title, ...head],
      rows.map(([call, figures]) => [call.name, ...cells(figures)]),
    );
  }
  printTable(
    'For comparison',
    ['', ...head],
    [
      ['Koa: hello', ...cells(before)],
      ['again, at the end', ...cells(after)],
    ],
  );
  say('\nNot measured:');
  for (const [calls, reason] of LEFT_OUT) say(`  ${calls}: ${reason}`);
}

function measureHello({ helloUrl }: Stage): Promise<Figures[]> {
  return inTurn(CONCURRENCIES, (concurrency) =>
    measure(() => ({ path: '/' }), { url: helloUrl, concurrency, seconds: SECONDS }),
  );
}

async function measureCall({ url }: Stage, { name, request, held }: Call): Promise<Figures[]> {
  note(name);
  try {
    const figures = await inTurn(CONCURRENCIES, (concurrency) =>
      measure(request, { url, concurrency, seconds: SECONDS }),
    );
    const p95 = figures[0]?.p95 ?? Number.POSITIVE_INFINITY;
    if (held && p95 > DASHBOARD_LIMIT) {
      problems.push(`${name}: p95 is ${inMilliseconds(p95)} ms, above ${DASHBOARD_LIMIT} ms`);
    }
    return figures;
  } catch (error) {
    if (!(error instanceof WrongAnswer)) throw error;
    problems.push(`${name} could not be measured: ${error.message}`);
    return [];
  }
}

async function benchImports(stage: Stage): Promise<void> {
  const figures = await measureImports(stage, Math.max(SECONDS, 3));
  printTable(
    `Shoppers, while a catalogue file of ${inCounts(IMPORT_LINES)} lines is imported`,
    ['', 'idle p50', 'p95', 'importing p50', 'p95', 'p95 ratio', 'import, s'],
    figures.map(({ call, idle, importing, seconds }) => [
      call,
      ...[idle.p50, idle.p95, importing.p50, importing.p95].map(inMilliseconds),
      (importing.p95 / idle.p95).toFixed(2),
      seconds.toFixed(1),
    ]),
  );
  for (const { call, seconds } of figures) {
    if (seconds > IMPORT_SECONDS_MAX) {
      problems.push(`The import beside ${call} took ${seconds.toFixed(1)} s, above ${IMPORT_SECONDS_MAX} s`);
    }
  }
}

async function benchEvents(stage: Stage): Promise<void> {
  const redis = isRedisInstalled ? await startRedis(await freePort()) : null;
  try {
    const places: [string, string | null][] = [['PostgreSQL', null]];
    if (redis !== null) places.push(['Redis', redis.url]);
    else problems.push('Queues in Redis could not be measured: redis-server is not installed');
    const delays: [string, Delay][] = [];
    const relays: [string, RelayFigures][] = [];
    for (const [place, redisUrl] of places) {
      const { idle, loaded } = await measureDelays(stage, redisUrl);
      delays.push([`${place}, idle`, idle], [`${place}, under load`, loaded]);
      const databaseUrl = await stage.createDatabase(`relay_${place.toLowerCase()}`);
      relays.push([place, await measureRelay(databaseUrl, redisUrl)]);
    }
    printTable(
      'Events: milliseconds from commit to handled',
      ['', 'p50', 'p99', 'events'],
      delays.map(([name, { p50, p99, events }]) => [name, inMilliseconds(p50), inMilliseconds(p99), inCounts(events)]),
    );
    printTable(
      'Relay: a second, and as a share of a bare addBulk with an empty worker in this run',
      ['', 'bare jobs', 'events, job run', 'share', 'events, noted', 'share'],
      relays.map(([place, { bare, relayed, handled }]) => [
        place,
        inCounts(bare),
        inCounts(relayed),
        inPercent(relayed / bare),
        inCounts(handled),
        inPercent(handled / bare),
      ]),
    );
  } finally {
    await redis?.remove();
  }
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** What is going on, for whoever waits; no part of the result. */
function note(what: string): void {
  process.stderr.write(`  … ${what}\n`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

run(main);

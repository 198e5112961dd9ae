import type pg from 'pg';
import { run, StartError } from '../../backend/core/process/start.ts';
import { freePort } from '../../backend/local/ports.ts';
import { isRedisInstalled, startRedis } from '../../testing/redis.ts';
import { type BenchShop, startBenchShop } from './bench-shop.ts';
import { CPU_SLOWDOWN, FIRST_VISIT_MAX, KEYSTROKE_MAX, measureBrowser } from './browser.ts';
import { type Call, dashboardCalls, NOT_MEASURED, shopCalls } from './calls.ts';
import { API_MEMORY_MAX, measureCatalogue, missedLimits, readWholeList } from './catalogue.ts';
import { type Delay, measureDelays } from './events.ts';
import { fill, SIZES } from './fill.ts';
import { CATALOGUE, fillCatalogue } from './fill-catalogue.ts';
import { fillOrders, ORDERS } from './fill-orders.ts';
import { benchGrowth } from './growth.ts';
import {
  IMPORT_LINES,
  IMPORT_MEMORY_MAX,
  IMPORT_SECONDS_MAX,
  measureImports,
  restingP95,
  SLOWDOWN_MAX,
} from './imports.ts';
import { benchKept, SMALL_CATALOGUE } from './kept.ts';
import { ErrorResponse, type Figures, measure } from './measure.ts';
import { memoryOf } from './memory.ts';
import { HOT_PER_MINUTE_MIN, measureOrders, OF_BARE_MIN } from './orders.ts';
import { GOODPUT_MIN, measureOverload, type Overload } from './overload.ts';
import { benchPictures } from './pictures.ts';
import { measureRelay, type RelayFigures } from './relay.ts';
import { benchScaling } from './scaling.ts';
import { formatCount, formatMilliseconds, formatPercent, printTable } from './table.ts';

/** Seconds per call and concurrency. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1.5);
const CONCURRENCIES = [1, 16] as const;
/** Maximum p95 of a dashboard call in milliseconds, at concurrency 1. */
const DASHBOARD_LIMIT = 100;

/** Missed limits and failed measurements: printed at the end, and fail the bench. */
const problems: string[] = [];

type Part = (shop: BenchShop) => Promise<void>;
type Dataset = {
  sizes: Record<string, number>;
  fill: (client: pg.Client) => Promise<void>;
  parts: Record<string, Part>;
};

/** `make bench BENCH_PART=events` runs only that part. */
const datasets: Dataset[] = [
  {
    sizes: SIZES,
    fill,
    parts: {
      calls: benchCalls,
      scaling: (shop) => benchScaling(shop, Math.max(SECONDS, 10)),
      overload: benchOverload,
      browser: benchBrowser,
      imports: benchImports,
      events: benchEvents,
      pictures: async (shop) => void problems.push(...(await benchPictures(shop))),
    },
  },
  {
    sizes: SMALL_CATALOGUE,
    fill: (client) => fillCatalogue(client, SMALL_CATALOGUE),
    parts: { kept: async (shop) => void problems.push(...(await benchKept(shop, Math.max(SECONDS, 6)))) },
  },
  { sizes: CATALOGUE, fill: fillCatalogue, parts: { catalogue: benchCatalogue } },
  { sizes: ORDERS, fill: fillOrders, parts: { orders: benchOrders, growth: (shop) => benchGrowth(shop, SECONDS) } },
];

async function main(): Promise<void> {
  const chosen = process.env.BENCH_PART;
  const names = datasets.flatMap(({ parts }) => Object.keys(parts));
  if (chosen && !names.includes(chosen)) throw new StartError(`BENCH_PART must be one of ${names.join(', ')}`);
  for (const dataset of datasets) {
    const parts = Object.entries(dataset.parts).filter(([name]) => !chosen || name === chosen);
    if (parts.length > 0) {
      await bench(
        dataset,
        parts.map(([, part]) => part),
      );
    }
  }
  print('');
  for (const problem of problems) print(`FAILED: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

async function bench({ sizes, fill }: Dataset, parts: Part[]): Promise<void> {
  const rows = Object.entries(sizes).map(([kind, count]) => `${formatCount(count)} ${kind}`);
  print(`Filling a shop: ${rows.join(', ')}`);
  const shop = await startBenchShop(fill);
  const stop = () => shop.close().then(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  try {
    for (const part of parts) await part(shop);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    await shop.close();
  }
}

async function benchCatalogue(shop: BenchShop): Promise<void> {
  const figures = await measureCatalogue(shop, SECONDS, printProgress);
  printTable(
    'Pages of the catalogue: milliseconds, one request at a time; of Koa: throughput relative to bare Koa sending as many bytes',
    ['', 'p50', 'limit', 'p99', 'limit', 'per s', 'bytes', 'Koa p50', 'per s', 'of Koa', 'limit'],
    figures.map(({ call: { name, limits, ofKoa }, shop, koa, bytes }) => [
      name,
      formatMilliseconds(shop.p50),
      limits.p50 === undefined ? '' : String(limits.p50),
      formatMilliseconds(shop.p99),
      limits.p99 === undefined ? '' : String(limits.p99),
      formatCount(shop.throughput),
      formatCount(bytes),
      formatMilliseconds(koa.p50),
      formatCount(koa.throughput),
      (shop.throughput / koa.throughput).toFixed(2),
      ofKoa === undefined ? '' : String(ofKoa),
    ]),
  );
  problems.push(...figures.flatMap(missedLimits));
  const list = await readWholeList(shop.url);
  print(`\nThe list of all products: ${formatCount(list.bytes)} bytes in ${list.seconds.toFixed(1)} s`);
  const memory = await memoryOf(shop.apiPid);
  if (memory === null) return;
  const { current, peak } = memory;
  print(`\nMemory of the API: ${current.toFixed(0)} MB, at most ${API_MEMORY_MAX}; ${peak.toFixed(0)} MB at its peak`);
  if (current > API_MEMORY_MAX) problems.push(`The API takes ${current.toFixed(0)} MB, above ${API_MEMORY_MAX} MB`);
}

async function benchOrders(shop: BenchShop): Promise<void> {
  const { calls, payments, hot } = await measureOrders(shop, SECONDS, printProgress);
  printTable(
    'Orders: milliseconds, one request at a time',
    ['', 'p50', 'p99', 'limit', 'per s'],
    calls.map(({ call: { name, p99Max }, figures: { p50, p99, throughput } }) => [
      name,
      formatMilliseconds(p50),
      formatMilliseconds(p99),
      String(p99Max),
      formatCount(throughput),
    ]),
  );
  for (const { call, figures } of calls) {
    if (figures.p99 > call.p99Max)
      problems.push(`${call.name}: p99 is ${formatMilliseconds(figures.p99)} ms, above ${call.p99Max} ms`);
  }
  const ofBare = payments.shop / payments.bare;
  printTable(
    'Orders per second',
    ['', 'shop', 'bare', 'of bare', 'limit'],
    [
      [
        'POST /payment, one at a time; bare: the same statements and requests alone',
        formatCount(payments.shop),
        formatCount(payments.bare),
        ofBare.toFixed(2),
        String(OF_BARE_MIN),
      ],
    ],
  );
  if (ofBare < OF_BARE_MIN) problems.push(`POST /payment reaches ${ofBare.toFixed(2)} of bare, below ${OF_BARE_MIN}`);
  print(
    `\nOne product for everyone, on two APIs: ${formatCount(hot.orders)} orders at ${formatCount(hot.perMinute)} per minute, ${hot.failures.length} failed`,
  );
  if (hot.perMinute < HOT_PER_MINUTE_MIN)
    problems.push(`Only ${formatCount(hot.perMinute)} orders per minute of one product`);
  if (hot.failures.length > 0) problems.push(`${hot.failures.length} orders of one product failed: ${hot.failures[0]}`);
}

async function benchCalls(shop: BenchShop): Promise<void> {
  const before = await measureHello(shop);
  const list = await fetch(`${shop.url}/api/v1/products`, { headers: { 'Accept-Encoding': 'br' } });
  await list.arrayBuffer();
  const groups: [string, Call[]][] = [
    ['The shop', shopCalls(list.headers.get('ETag') ?? '')],
    ['The dashboard', dashboardCalls],
  ];
  const measured: [string, [Call, Figures[]][]][] = [];
  for (const [title, calls] of groups) {
    const rows: [Call, Figures[]][] = [];
    for (const call of calls) rows.push([call, await measureCall(shop, call)]);
    measured.push([title, rows]);
  }
  // Averages two measurements, because the load of the machine can change during the run.
  const after = await measureHello(shop);
  const hello = before.map(({ throughput }, index) => (throughput + (after[index]?.throughput ?? throughput)) / 2);

  const head = CONCURRENCIES.flatMap((count) => [`${count}: p50`, 'p95', 'p99', 'per s', 'of Koa']);
  const cells = (figures: Figures[]) =>
    figures.flatMap(({ p50, p95, p99, throughput }, index) => [
      ...[p50, p95, p99].map(formatMilliseconds),
      formatCount(throughput),
      formatPercent(throughput / (hello[index] ?? 1)),
    ]);
  for (const [title, rows] of measured) {
    printTable(
      `${title}: milliseconds and responses per second at concurrency 1 and 16; of Koa: throughput relative to bare Koa`,
      [title, ...head],
      rows.map(([call, figures]) => [call.name, ...cells(figures)]),
    );
  }
  printTable(
    'For comparison',
    ['', ...head],
    [
      ['Koa: hello', ...cells(before)],
      ['Koa: hello, at the end', ...cells(after)],
    ],
  );
  print('\nNot measured:');
  for (const [calls, reason] of NOT_MEASURED) print(`  ${calls}: ${reason}`);
}

function measureHello({ helloUrl }: BenchShop): Promise<Figures[]> {
  return mapInSequence(CONCURRENCIES, (concurrency) =>
    measure(() => ({ path: '/' }), { url: helloUrl, concurrency, seconds: SECONDS }),
  );
}

async function measureCall({ url }: BenchShop, { name, request, isLimited }: Call): Promise<Figures[]> {
  printProgress(name);
  try {
    const figures = await mapInSequence(CONCURRENCIES, (concurrency) =>
      measure(request, { url, concurrency, seconds: SECONDS }),
    );
    const p95 = figures[0]?.p95 ?? Number.POSITIVE_INFINITY;
    if (isLimited && p95 > DASHBOARD_LIMIT) {
      problems.push(`${name}: p95 is ${formatMilliseconds(p95)} ms, above ${DASHBOARD_LIMIT} ms`);
    }
    return figures;
  } catch (error) {
    if (!(error instanceof ErrorResponse)) throw error;
    problems.push(`${name} could not be measured: ${error.message}`);
    return [];
  }
}

async function benchOverload({ url }: BenchShop): Promise<void> {
  const rounds = await measureOverload(url, Math.max(SECONDS, 5));
  const average = (figure: keyof Overload) => rounds.reduce((sum, round) => sum + round[figure], 0) / rounds.length;
  const goodput = average('good') / average('peak');
  const figures = ['peak', 'good', 'late', 'refused', 'failed'] as const;
  printTable(
    'Four times the load of the peak: responses per second',
    ['', ...figures, 'good of peak', 'limit'],
    [
      ...rounds.map((round, index) => [`round ${index + 1}`, ...figures.map((figure) => formatCount(round[figure]))]),
      ['average', ...figures.map((figure) => formatCount(average(figure))), goodput.toFixed(2), String(GOODPUT_MIN)],
    ],
  );
  // Not a number if nothing was served.
  if (!(goodput >= GOODPUT_MIN))
    problems.push(`Under overload, ${goodput.toFixed(2)} of the peak were good responses, below ${GOODPUT_MIN}`);
}

async function benchBrowser(shop: BenchShop): Promise<void> {
  const { keystrokes, firstVisit } = await measureBrowser(shop.url);
  const own = keystrokes.map(({ total, network }) => total - network).toSorted((one, other) => one - other);
  const [median, most, slowest] = [0.5, 0.9, 1].map(
    (fraction) => own[Math.min(own.length - 1, Math.floor(fraction * own.length))] ?? 0,
  ) as [number, number, number];
  const network = keystrokes.reduce((sum, keystroke) => sum + keystroke.network, 0) / keystrokes.length;
  printTable(
    `In a browser whose CPU is slowed down ${CPU_SLOWDOWN} times`,
    ['', 'median', '9 of 10', 'slowest', 'limit of the median'],
    [
      [
        'milliseconds from a keystroke to its painted result, without the response time',
        formatMilliseconds(median),
        formatMilliseconds(most),
        formatMilliseconds(slowest),
        String(KEYSTROKE_MAX),
      ],
      ['response time on average', formatMilliseconds(network), '', '', ''],
      ['kB downloaded for /, without pictures', firstVisit.toFixed(1), '', '', String(FIRST_VISIT_MAX)],
    ],
  );
  if (median > KEYSTROKE_MAX)
    problems.push(`A keystroke took ${median.toFixed(0)} ms to be painted, above ${KEYSTROKE_MAX} ms`);
  if (firstVisit > FIRST_VISIT_MAX)
    problems.push(`A first visit of / downloads ${firstVisit.toFixed(0)} kB, above ${FIRST_VISIT_MAX} kB`);
}

async function benchImports(shop: BenchShop): Promise<void> {
  const { seconds, secondsUnchanged, memory, load, calls } = await measureImports(shop, Math.max(SECONDS, 10));
  printTable(
    `Import of ${formatCount(IMPORT_LINES)} products with attributes (${formatMilliseconds(load)} processes wanted a CPU)`,
    ['', 'measured', 'limit'],
    [
      ['seconds', seconds.toFixed(1), String(IMPORT_SECONDS_MAX)],
      ['seconds for the same file again', secondsUnchanged.toFixed(1), ''],
      ["worker's peak memory, MB", memory?.toFixed(0) ?? 'unknown', String(IMPORT_MEMORY_MAX)],
    ],
  );
  printTable(
    'Shoppers meanwhile: milliseconds',
    ['', 'before p50', 'p95', 'importing p50', 'p95', 'after p50', 'p95', 'p95 ratio'],
    calls.map(({ call, before, importing, after }) => [
      call,
      ...[before, importing, after].flatMap(({ p50, p95 }) => [p50, p95].map(formatMilliseconds)),
      (importing.p95 / restingP95({ before, after })).toFixed(2),
    ]),
  );
  if (seconds > IMPORT_SECONDS_MAX)
    problems.push(`The import took ${seconds.toFixed(1)} s, above ${IMPORT_SECONDS_MAX} s`);
  if (memory !== null && memory > IMPORT_MEMORY_MAX)
    problems.push(`The import took ${memory.toFixed(0)} MB, above ${IMPORT_MEMORY_MAX} MB`);
  for (const { call, importing, ...resting } of calls) {
    const ratio = importing.p95 / restingP95(resting);
    if (ratio > SLOWDOWN_MAX)
      problems.push(`The import multiplied the p95 of ${call} by ${ratio.toFixed(2)}, above ${SLOWDOWN_MAX}`);
  }
}

async function benchEvents(shop: BenchShop): Promise<void> {
  const redis = isRedisInstalled ? await startRedis(await freePort()) : null;
  try {
    const backends: [string, string | null][] = [['PostgreSQL', null]];
    if (redis !== null) backends.push(['Redis', redis.url]);
    else problems.push('Queues in Redis could not be measured: redis-server is not installed');
    const delays: [string, Delay][] = [];
    const relays: [string, RelayFigures][] = [];
    for (const [backend, redisUrl] of backends) {
      const { idle, loaded } = await measureDelays(shop, redisUrl);
      delays.push([`${backend}, idle`, idle], [`${backend}, under load`, loaded]);
      const databaseUrl = await shop.createDatabase(`relay_${backend.toLowerCase()}`);
      relays.push([backend, await measureRelay(databaseUrl, redisUrl)]);
    }
    printTable(
      'Events: milliseconds from commit to handled',
      ['', 'p50', 'p99', 'events'],
      delays.map(([name, { p50, p99, events }]) => [
        name,
        formatMilliseconds(p50),
        formatMilliseconds(p99),
        formatCount(events),
      ]),
    );
    printTable(
      'Relay: per second, and relative to a bare addBulk with an empty worker',
      ['', 'bare jobs', 'jobs run', 'of bare', 'events done', 'of bare'],
      relays.map(([backend, { bare, relayed, handled }]) => [
        backend,
        formatCount(bare),
        formatCount(relayed),
        formatPercent(relayed / bare),
        formatCount(handled),
        formatPercent(handled / bare),
      ]),
    );
  } finally {
    await redis?.remove();
  }
}

async function mapInSequence<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** Prints to stderr, apart from the results. */
function printProgress(step: string): void {
  process.stderr.write(`  … ${step}\n`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

run(main);

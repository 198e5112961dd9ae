import type pg from 'pg';
import { run, StartError } from '../../backend/core/process/start.ts';
import { type BenchShop, startBenchShop } from './bench-shop.ts';
import { benchBrowser } from './browser.ts';
import { type Call, dashboardCalls, NOT_MEASURED, shopCalls } from './calls.ts';
import { benchCatalogue } from './catalogue.ts';
import { benchDocuments } from './documents.ts';
import { benchEvents } from './events.ts';
import { benchFeeds } from './feeds.ts';
import { fill, SIZES } from './fill.ts';
import { CATALOGUE, fillCatalogue } from './fill-catalogue.ts';
import { fillOrders, ORDERS } from './fill-orders.ts';
import { benchImports } from './imports.ts';
import { benchKept, SMALL_CATALOGUE } from './kept.ts';
import { benchKeys } from './keys.ts';
import { benchLanguages } from './languages.ts';
import { ErrorResponse, type Figures, measure } from './measure.ts';
import { benchOrders } from './orders.ts';
import { benchOverload } from './overload.ts';
import { benchPictures } from './pictures.ts';
import { benchSales } from './sales.ts';
import { benchScaling } from './scaling.ts';
import { formatCount, formatPercent, formatValue, missedLimit, print, printProgress, printTable } from './table.ts';
import { benchWebhooks } from './webhooks.ts';

/** Seconds per call and concurrency. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 1.5);
const CONCURRENCIES = [1, 16] as const;
/** Maximum p95 of a dashboard call in milliseconds, at concurrency 1. */
const DASHBOARD_LIMIT = 100;

/** Prints what it measures. @returns missed limits, and failed measurements: printed at the end, they fail the bench */
type Part = (shop: BenchShop) => Promise<string[]>;
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
      overload: (shop) => benchOverload(shop, Math.max(SECONDS, 5)),
      browser: benchBrowser,
      imports: (shop) => benchImports(shop, Math.max(SECONDS, 10)),
      keys: (shop) => benchKeys(shop, Math.max(SECONDS, 5)),
      events: benchEvents,
      pictures: benchPictures,
      sales: (shop) => benchSales(shop, Math.max(SECONDS, 6)),
      webhooks: benchWebhooks,
    },
  },
  {
    sizes: SMALL_CATALOGUE,
    fill: (client) => fillCatalogue(client, SMALL_CATALOGUE),
    parts: { kept: (shop) => benchKept(shop, Math.max(SECONDS, 6)) },
  },
  { sizes: CATALOGUE, fill: fillCatalogue, parts: { catalogue: (shop) => benchCatalogue(shop, SECONDS) } },
  { sizes: CATALOGUE, fill: fillCatalogue, parts: { feeds: benchFeeds } },
  { sizes: CATALOGUE, fill: fillCatalogue, parts: { languages: (shop) => benchLanguages(shop, SECONDS) } },
  {
    sizes: ORDERS,
    fill: fillOrders,
    parts: {
      orders: (shop) => benchOrders(shop, SECONDS),
      documents: (shop) => benchDocuments(shop, SECONDS),
    },
  },
];

async function main(): Promise<void> {
  const chosen = process.env.BENCH_PART;
  const names = datasets.flatMap(({ parts }) => Object.keys(parts));
  if (chosen && !names.includes(chosen)) throw new StartError(`BENCH_PART must be one of ${names.join(', ')}`);
  const problems: string[] = [];
  for (const dataset of datasets) {
    const parts = Object.entries(dataset.parts).filter(([name]) => !chosen || name === chosen);
    const run = parts.map(([, part]) => part);
    if (run.length > 0) problems.push(...(await bench(dataset, run)));
  }
  print('');
  for (const problem of problems) print(`FAILED: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

async function bench({ sizes, fill }: Dataset, parts: Part[]): Promise<string[]> {
  const rows = Object.entries(sizes).map(([kind, count]) => `${formatCount(count)} ${kind}`);
  print(`Filling a shop: ${rows.join(', ')}`);
  const shop = await startBenchShop(fill);
  const stop = () => shop.close().then(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  try {
    return (await mapInSequence(parts, (part) => part(shop))).flat();
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    await shop.close();
  }
}

async function benchCalls(shop: BenchShop): Promise<string[]> {
  const missed: string[] = [];
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
    for (const call of calls) rows.push([call, await measureCall(shop, call, missed)]);
    measured.push([title, rows]);
  }
  // Averages two measurements, because the load of the machine can change during the run.
  const after = await measureHello(shop);
  const hello = before.map(({ throughput }, index) => (throughput + (after[index]?.throughput ?? throughput)) / 2);

  const head = CONCURRENCIES.flatMap((count) => [`${count}: p50`, 'p95', 'p99', 'per s', 'of Koa']);
  const cells = (figures: Figures[]) =>
    figures.flatMap(({ p50, p95, p99, throughput }, index) => [
      ...[p50, p95, p99].map(formatValue),
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
  return missed;
}

function measureHello({ helloUrl }: BenchShop): Promise<Figures[]> {
  return mapInSequence(CONCURRENCIES, (concurrency) =>
    measure(() => ({ path: '/' }), { url: helloUrl, concurrency, seconds: SECONDS }),
  );
}

async function measureCall(
  { url }: BenchShop,
  { name, request, isLimited }: Call,
  missed: string[],
): Promise<Figures[]> {
  printProgress(name);
  try {
    const figures = await mapInSequence(CONCURRENCIES, (concurrency) =>
      measure(request, { url, concurrency, seconds: SECONDS }),
    );
    const p95 = { what: `${name}, p95 in ms`, value: figures[0]?.p95 ?? Number.NaN, most: DASHBOARD_LIMIT };
    if (isLimited) missed.push(...missedLimit(p95));
    return figures;
  } catch (error) {
    if (!(error instanceof ErrorResponse)) throw error;
    missed.push(`${name} could not be measured: ${error.message}`);
    return [];
  }
}

async function mapInSequence<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

run(main);

import { availableParallelism } from 'node:os';
import type { BenchShop } from './bench-shop.ts';
import { cpuSecondsOf, pidOfPostgres } from './cpu.ts';
import { idOf, priceCentsOf, SHOPPERS, SIZES, tokenOf } from './fill.ts';
import { type Figures, type LoadRequest, measure } from './measure.ts';
import { formatCount, formatValue, printTable } from './table.ts';

/** Numbers of API processes, one after the other. */
const API_COUNTS = [1, 2, 4];
/** Requests in flight: enough to keep four processes busy. */
const CONCURRENCY = 32;
/** Of ten visits, one ends with an order. */
const VISITS_PER_ORDER = 10;

/** Fewer than the default of ten. */
const SMALL_POOL = { DATABASE_POOL_SIZE: '4' };

type Request = (turn: number) => LoadRequest;

const read = (path: string): LoadRequest => ({ path, headers: { 'Accept-Encoding': 'br' } });
const write = (path: string, body: object, headers = {}): LoadRequest => ({
  path,
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const productNumber = (turn: number) => 1 + ((turn * 37) % SIZES.products);
const productOf = (turn: number) => idOf('product', productNumber(turn));
const categoryOf = (turn: number) => `category-${1 + (turn % SIZES.categories)}`;

/** What a visitor asks for, without pictures and scripts, which a proxy or CDN serves. */
const visit: Record<string, Request> = {
  'HTML of /': () => read('/'),
  categories: () => read('/api/v1/categories'),
  'HTML of a category': (turn) => read(`/category/${categoryOf(turn)}`),
  'a category, filtered': (turn) => read(`/api/v1/products?category=${categoryOf(turn)}&minPrice=${turn % 100}`),
  suggestions: (turn) => read(`/api/v1/products/suggestions?search=camera+${turn % 100}`),
  'a search': (turn) => read(`/api/v1/products?search=keyboard+${turn % 100}`),
  'HTML of a product': (turn) => read(`/product/${productOf(turn)}`),
  'a product': (turn) => read(`/api/v1/products/single/${productOf(turn)}`),
  'its comments': (turn) => read(`/api/v1/comment/filter/${productOf(turn)}`),
  'a quote': (turn) =>
    write('/api/v1/payment/quote', { currency: 'EUR', items: [{ productId: productOf(turn), count: 1 }] }),
};

const order: Request = (turn) => {
  const headers = { Authorization: tokenOf(1 + (turn % SHOPPERS)) };
  const items = [{ productId: productOf(turn), count: 1 }];
  return write('/api/v1/payment', { amount: priceCentsOf(productNumber(turn)) / 100, currency: 'EUR', items }, headers);
};

const steps = Object.values(visit);
const REQUESTS_PER_ORDER = VISITS_PER_ORDER * steps.length + 1;
/** Requests per visit, with those of its share of an order. */
const REQUESTS_PER_VISIT = REQUESTS_PER_ORDER / VISITS_PER_ORDER;

const visits: Request = (turn) => {
  const place = turn % REQUESTS_PER_ORDER;
  if (place === REQUESTS_PER_ORDER - 1) return order(Math.floor(turn / REQUESTS_PER_ORDER));
  return (steps[place % steps.length] as Request)(turn);
};

type Api = { url: string; pid: number };

/** A load on some APIs, and the CPU seconds that each part took. */
type Load = { figures: Figures; seconds: number; cpu: { apis: number; postgres: number; load: number } };

/** Measures the throughput of several APIs on one database, who uses the CPUs, and the cost of each request. */
export async function benchScaling(
  { url, apiPid, databaseUrl, startApi, setFaults }: BenchShop,
  seconds: number,
): Promise<string[]> {
  // The APIs would handle them meanwhile.
  await setFaults({ webhooks: { drop: true } });
  const postgresPid = await pidOfPostgres(databaseUrl);
  const apis: Api[] = [{ url, pid: apiPid }];

  const costs: [string, Load][] = [];
  for (const [name, request] of Object.entries({ ...visit, 'an order': order })) {
    costs.push([name, await measureLoad(apis, postgresPid, request, 8, seconds / 4)]);
  }
  const counts: [number, Load][] = [];
  for (const count of API_COUNTS) {
    while (apis.length < count) apis.push(await startApi());
    counts.push([count, await measureLoad(apis, postgresPid, visits, CONCURRENCY, seconds)]);
  }
  const smallPools = [await startApi(SMALL_POOL), await startApi(SMALL_POOL)];
  const variants: [string, Load][] = [
    ['two APIs', await measureLoad(apis.slice(0, 2), postgresPid, visits, CONCURRENCY, seconds)],
    [
      `two APIs with ${SMALL_POOL.DATABASE_POOL_SIZE} connections each`,
      await measureLoad(smallPools, postgresPid, visits, CONCURRENCY, seconds),
    ],
    ['one API', await measureLoad(apis.slice(0, 1), postgresPid, visits, CONCURRENCY, seconds)],
  ];
  await setFaults({});
  printCosts(costs);
  printLoads(
    `Several APIs: ${VISITS}`,
    counts.map(([apis, load]) => [String(apis), load, limitOf(apis, load)]),
  );
  printLoads(
    `Fewer connections: ${VISITS}`,
    variants.map(([name, load]) => [name, load, '']),
  );
  return [];
}

let turn = 0;

async function measureLoad(apis: Api[], postgresPid: number, request: Request, concurrency: number, seconds: number) {
  const next = () => {
    turn += 1;
    return request(turn);
  };
  const load = { url: apis.map(({ url }) => url), concurrency };
  await measure(next, { ...load, seconds: 1 });
  const usage = async () => ({
    at: performance.now() / 1000,
    apis: await sum(apis.map(({ pid }) => cpuSecondsOf(pid))),
    postgres: await cpuSecondsOf(postgresPid),
    load: (process.cpuUsage().user + process.cpuUsage().system) / 1_000_000,
  });
  const before = await usage();
  const figures = await measure(next, { ...load, seconds });
  const after = await usage();
  const difference = (part: keyof typeof before) => after[part] - before[part];
  return {
    figures,
    seconds: difference('at'),
    cpu: { apis: difference('apis'), postgres: difference('postgres'), load: difference('load') },
  };
}

function printCosts(rows: [string, Load][]): void {
  printTable(
    'Milliseconds of CPU per request',
    ['', 'API', 'PostgreSQL', 'per s'],
    rows.map(([name, { figures, cpu }]) => [
      name,
      formatValue((cpu.apis * 1000) / figures.requests),
      formatValue((cpu.postgres * 1000) / figures.requests),
      formatCount(figures.throughput),
    ]),
  );
}

const VISITS = `visits of ${steps.length} requests, every ${VISITS_PER_ORDER}th with an order; CPUs in use, and CPU seconds per 1,000 visits`;

function printLoads(title: string, rows: [name: string, load: Load, limit: string][]): void {
  printTable(
    title,
    ['', 'visits per s', 'p50', 'p99', 'CPUs: APIs', 'PostgreSQL', 'load', '1,000: APIs', 'PostgreSQL', 'limit'],
    rows.map(([name, load, limit]) => {
      const { figures, cpu } = load;
      const perThousand = (part: keyof Load['cpu']) => ((cpu[part] * 1000) / figures.requests) * REQUESTS_PER_VISIT;
      return [
        name,
        (figures.throughput / REQUESTS_PER_VISIT).toFixed(1),
        formatValue(figures.p50),
        formatValue(figures.p99),
        ...(['apis', 'postgres', 'load'] as const).map((part) => cpusInUse(load, part).toFixed(2)),
        ...(['apis', 'postgres'] as const).map((part) => perThousand(part).toFixed(1)),
        limit,
      ];
    }),
  );
}

function cpusInUse({ cpu, seconds }: Load, part: keyof Load['cpu']): number {
  return cpu[part] / seconds;
}

/** What keeps the throughput from growing. */
function limitOf(apis: number, load: Load): string {
  const inUse = (part: keyof Load['cpu']) => cpusInUse(load, part);
  if (inUse('apis') + inUse('postgres') + inUse('load') > 0.9 * availableParallelism()) return 'all CPUs';
  if (inUse('apis') > 0.9 * apis) return 'the APIs';
  return inUse('load') > 0.9 ? 'the load generator' : 'waiting';
}

async function sum(values: Promise<number>[]): Promise<number> {
  return (await Promise.all(values)).reduce((total, value) => total + value, 0);
}

import { availableParallelism } from 'node:os';
import { type BenchShop, onServer } from './bench-shop.ts';
import { cpuSecondsOf, parentOf } from './cpu.ts';
import { idOf, priceCentsOf, SHOPPERS, SIZES, tokenOf } from './fill.ts';
import { type Figures, type LoadRequest, measure } from './measure.ts';

/** Numbers of API processes, one after the other. */
export const API_COUNTS = [1, 2, 4] as const;
/** Requests in flight: enough to keep four processes busy. */
const CONCURRENCY = 32;
/** Of ten visits, one ends with an order. */
const VISITS_PER_ORDER = 10;

export type ScalingFigures = {
  apis: number;
  figures: Figures;
  /** CPUs in use on average: of the APIs together, of PostgreSQL, and of the load generator with the payment provider. */
  cpus: { apis: number; postgres: number; load: number };
};

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
const visit: ((turn: number) => LoadRequest)[] = [
  () => read('/'),
  () => read('/api/v1/categories'),
  (turn) => read(`/category/${categoryOf(turn)}`),
  (turn) => read(`/api/v1/products?category=${categoryOf(turn)}&minPrice=${turn % 100}`),
  (turn) => read(`/api/v1/products/suggestions?search=camera+${turn % 100}`),
  (turn) => read(`/api/v1/products?search=keyboard+${turn % 100}`),
  (turn) => read(`/product/${productOf(turn)}`),
  (turn) => read(`/api/v1/products/single/${productOf(turn)}`),
  (turn) => read(`/api/v1/comment/filter/${productOf(turn)}`),
  (turn) => write('/api/v1/payment/quote', { currency: 'EUR', items: [{ productId: productOf(turn), count: 1 }] }),
];

/** Requests per visit, with those of its share of an order. */
export const REQUESTS_PER_VISIT = visit.length + 1 / VISITS_PER_ORDER;

function requestOf(turn: number): LoadRequest {
  const requestsPerOrder = VISITS_PER_ORDER * REQUESTS_PER_VISIT;
  const place = turn % requestsPerOrder;
  if (place === requestsPerOrder - 1) return order(Math.floor(turn / requestsPerOrder));
  return (visit[place % visit.length] as (typeof visit)[number])(turn);
}

function order(turn: number): LoadRequest {
  const headers = { Authorization: tokenOf(1 + (turn % SHOPPERS)) };
  const items = [{ productId: productOf(turn), count: 1 }];
  return write('/api/v1/payment', { amount: priceCentsOf(productNumber(turn)) / 100, currency: 'EUR', items }, headers);
}

/** Measures the throughput of several APIs on one database, and who uses the CPUs. */
export async function measureScaling(
  { url, apiPid, databaseUrl, startApi, setFaults }: BenchShop,
  seconds: number,
): Promise<ScalingFigures[]> {
  // The APIs would handle them meanwhile.
  await setFaults({ webhooks: { drop: true } });
  const postgres = await pidOfPostgres(databaseUrl);
  const apis = [{ url, pid: apiPid }];
  const rows: ScalingFigures[] = [];
  let turn = 0;
  for (const count of API_COUNTS) {
    while (apis.length < count) apis.push(await startApi());
    const urls = apis.map(({ url }) => url);
    const next = () => {
      turn += 1;
      return requestOf(turn);
    };
    const load = { url: urls, concurrency: CONCURRENCY };
    await measure(next, { ...load, seconds: 1 });
    const usage = async () => ({
      at: performance.now(),
      apis: await sum(apis.map(({ pid }) => cpuSecondsOf(pid))),
      postgres: await cpuSecondsOf(postgres),
      load: (process.cpuUsage().user + process.cpuUsage().system) / 1_000_000,
    });
    const before = await usage();
    const figures = await measure(next, { ...load, seconds });
    const after = await usage();
    const share = (part: 'apis' | 'postgres' | 'load') =>
      ((after[part] - before[part]) * 1000) / (after.at - before.at);
    rows.push({
      apis: count,
      figures,
      cpus: { apis: share('apis'), postgres: share('postgres'), load: share('load') },
    });
  }
  await setFaults({});
  return rows;
}

/** What keeps the throughput from growing. */
export function limitOf({ apis, cpus }: ScalingFigures): string {
  const total = cpus.apis + cpus.postgres + cpus.load;
  if (total > 0.9 * availableParallelism()) return 'all CPUs';
  if (cpus.apis > 0.9 * apis) return apis === 1 ? 'the only API' : 'the APIs';
  if (cpus.load > 0.9) return 'the load generator';
  return 'waiting';
}

async function pidOfPostgres(databaseUrl: string): Promise<number> {
  let pid = 0;
  await onServer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    pid = await parentOf(rows[0]?.pid as number);
  });
  return pid;
}

async function sum(values: Promise<number>[]): Promise<number> {
  return (await Promise.all(values)).reduce((total, value) => total + value, 0);
}

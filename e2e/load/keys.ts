import { callsOf } from '../../testing/shop/api.ts';
import type { BenchShop } from './bench-shop.ts';
import { cpuSecondsOf, pidOfPostgres } from './cpu.ts';
import { idOf, tokenOf } from './fill.ts';
import { type LoadRequest, measure } from './measure.ts';
import { formatValue, missedLimit, printTable } from './table.ts';

/** Milliseconds of CPU time, of the API and PostgreSQL together, that a call with an API key takes more than one without. */
const CHECK_MAX = 0.2;
/** Each key may call 600 times a minute. */
const KEYS = 40;
/** Calls at once. */
const CONCURRENCY = 4;
/** Seconds for which `measure` warms up. */
const WARM_UP = 0.2;

type Cost = { p50: number; api: number; database: number };

/** Measures what the check of an API key costs. @returns the missed limits */
export async function benchKeys(shop: BenchShop, seconds: number): Promise<string[]> {
  const secrets = await addKeys(shop.url);
  const postgresPid = await pidOfPostgres(shop.databaseUrl);
  // It reads a row or two, as the least that a program asks for does, so that the check is most of the difference.
  const path = `/api/v1/comment/filter/${idOf('product', 1)}`;
  const call = (headers: LoadRequest['headers']): LoadRequest => ({ path, headers });
  const cost = async (next: (turn: number) => LoadRequest): Promise<Cost> => {
    const cpu = () => Promise.all([cpuSecondsOf(shop.apiPid), cpuSecondsOf(postgresPid)]);
    const [api, database] = await cpu();
    const { p50, throughput } = await measure(next, { url: shop.url, concurrency: CONCURRENCY, seconds });
    const [apiAfter, databaseAfter] = await cpu();
    const calls = throughput * (seconds + WARM_UP);
    return { p50, api: ((apiAfter - api) * 1000) / calls, database: ((databaseAfter - database) * 1000) / calls };
  };
  // The API compiles what it runs often, which the first measurement would pay for.
  await cost(() => call({}));
  const visitor = await cost(() => call({}));
  const session = await cost(() => call({ Authorization: tokenOf('admin') }));
  const key = await cost((turn) => call({ Authorization: `Bearer ${secrets[turn % KEYS]}` }));
  const check = key.api + key.database - visitor.api - visitor.database;
  const row = (name: string, { p50, api, database }: Cost) => [name, ...[p50, api, database].map(formatValue)];
  printTable(
    'GET /comment/filter/{id}: milliseconds of a call',
    ['', 'p50', 'CPU of the API', 'CPU of PostgreSQL'],
    [row('without a login', visitor), row('with a session', session), row('with an API key', key)],
  );
  return missedLimit({ what: 'The check of an API key, CPU in ms', value: check, most: CHECK_MAX });
}

async function addKeys(url: string): Promise<string[]> {
  const call = callsOf(url);
  const secrets: string[] = [];
  for (let number = 1; number <= KEYS; number += 1) {
    const body = { name: `Bench ${number}`, scopes: ['products:read'] };
    const added = await call('POST', '/admin/api-key', { token: tokenOf('admin'), body });
    if (added.status !== 200) throw new Error(added.body.message);
    secrets.push(added.body.secret);
  }
  return secrets;
}

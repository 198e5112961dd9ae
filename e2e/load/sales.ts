import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../testing/servers/database.ts';
import type { BenchShop } from './bench-shop.ts';
import { idOf, SIZES } from './fill.ts';
import { COMPRESSED, type Figures, type LoadRequest, measure } from './measure.ts';
import { formatCount, formatValue, missedLimit, printLimits, printTable } from './table.ts';

/** Sales that begin at one instant. */
const SALES = 5000;
/** Seconds after it until lists are right. */
const SECONDS_MAX = 1;
/** A shopper's p95 around it, relative to the one before. */
const SLOWDOWN_MAX = 1.5;
/** Seconds from the edit of the sales until they begin: what the edit itself costs is over by then. */
const LEAD = 15;
/** Milliseconds that a shopper looks at a page before the next one. */
const PAUSE = 50;

const read = (path: string): LoadRequest => ({ path: `/api/v1${path}`, headers: COMPRESSED });
const productNumber = (turn: number) => 1 + ((turn * 37) % SIZES.products);

/** Each call is repeated by a shopper of its own. */
const calls: [string, (turn: number) => LoadRequest][] = [
  ['GET /products/single/{id}', (turn) => read(`/products/single/${idOf('product', productNumber(turn))}`)],
  ['GET /products?category', (turn) => read(`/products?category=category-${1 + (turn % SIZES.categories)}`)],
  ['GET /products?sort=saving&page', (turn) => read(`/products?sort=saving&page=${1 + (turn % 500)}`)],
  [
    'POST /payment/quote',
    (turn) => ({
      ...read('/payment/quote'),
      method: 'POST',
      headers: { ...COMPRESSED, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        currency: 'EUR',
        items: [{ productId: idOf('product', productNumber(turn)), count: 1 }],
      }),
    }),
  ],
];

/** Measures many sales that begin at one instant while shoppers browse. @returns the missed limits */
export async function benchSales(shop: BenchShop, seconds: number): Promise<string[]> {
  return withClient(shop.databaseUrl, async (client) => {
    const { rows } = await client.query<{ begin: Date }>(
      `update product set sale_price_cents = greatest(1, price_cents * 4 / 5), sale_from = times.begin
       from (select now() + make_interval(secs => $1) as begin) as times
       where id in (select id from product where price_cents > 1 order by id limit $2)
       returning times.begin`,
      [LEAD, SALES],
    );
    const begin = rows[0]?.begin;
    if (begin === undefined) throw new Error('There are no products');
    // On the same machine, the clocks agree.
    const untilBegin = () => begin.getTime() - Date.now();
    const before = await browse(shop, Math.min(seconds, LEAD / 2));
    await sleep(Math.max(0, untilBegin() - 1000));
    const [late, during] = await Promise.all([untilListed(shop, begin), browse(shop, 4)]);
    const measured = calls.map(([call], index) => {
      const [quiet, busy] = [before[index], during[index]] as [Figures, Figures];
      return { call, quiet, busy, ratio: busy.p95 / quiet.p95 };
    });
    printTable(
      `Shoppers while ${formatCount(SALES)} sales begin: milliseconds`,
      ['', 'before p50', 'p95', 'meanwhile p50', 'p95', 'p95 ratio'],
      measured.map(({ call, quiet, busy, ratio }) => [
        call,
        ...[quiet.p50, quiet.p95, busy.p50, busy.p95].map(formatValue),
        ratio.toFixed(2),
      ]),
    );
    return [
      ...printLimits(`${formatCount(SALES)} sales that begin at one instant`, [
        { what: 'seconds until lists are right', value: late / 1000, most: SECONDS_MAX },
      ]),
      ...measured.flatMap(({ call, ratio }) =>
        missedLimit({
          what: `${call} while sales begin, the p95 relative to before`,
          value: ratio,
          most: SLOWDOWN_MAX,
        }),
      ),
    ];
  });
}

function browse({ url }: BenchShop, seconds: number): Promise<Figures[]> {
  return Promise.all(calls.map(([, next]) => measure(next, { url, concurrency: 1, pause: PAUSE, seconds })));
}

/** Asks for what is on sale until all sales are listed. @returns milliseconds from their begin to the right response */
async function untilListed({ url }: BenchShop, begin: Date): Promise<number> {
  for (;;) {
    const response = await fetch(`${url}/api/v1/products?onSale=true&perPage=1`);
    const { total } = (await response.json()) as { total: number };
    if (total > 0 && Date.now() < begin.getTime()) throw new Error(`${total} products are on sale too early`);
    if (total === SALES) return Date.now() - begin.getTime();
    if (Date.now() > begin.getTime() + 30_000) throw new Error(`Only ${total} of ${SALES} sales are listed`);
    await sleep(20);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import type { BenchShop } from './bench-shop.ts';
import { idOf, SIZES } from './fill.ts';
import { COMPRESSED } from './measure.ts';
import { formatCount, printLimits, printTable } from './table.ts';

/** How many times the load that the shop can serve is offered. */
const OVERLOAD = 4;
/** Requests at a time that keep the shop busy, for its peak. */
const LANES = 16;
/** More requests wait for one, as at a busy proxy. */
const CONNECTIONS = 256;
/** Milliseconds from the time when a request is due, within which a response is good. */
const DEADLINE = 1000;
/** Milliseconds between two batches of due requests. */
const TICK = 5;
const ROUNDS = 5;
/** Minimum of good responses under overload, relative to the peak. */
const GOODPUT_MIN = 0.8;

/** Responses per second. */
type Overload = { peak: number; good: number; late: number; refused: number; failed: number };

const productOf = (turn: number) => idOf('product', 1 + ((turn * 37) % SIZES.products));

/** What shoppers do: lists, products and quotes. */
const requests: ((turn: number) => Dispatcher.DispatchOptions)[] = [
  (turn) => ({
    method: 'GET',
    path: `/api/v1/products?category=category-${1 + (turn % SIZES.categories)}&minPrice=${turn % 100}`,
    headers: COMPRESSED,
  }),
  (turn) => ({ method: 'GET', path: `/api/v1/products/single/${productOf(turn)}`, headers: COMPRESSED }),
  (turn) => ({
    method: 'POST',
    path: '/api/v1/payment/quote',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ currency: 'EUR', items: [{ productId: productOf(turn), count: 1 }] }),
  }),
];

/** Offers more load than the shop can serve. @returns the missed limit */
export async function benchOverload({ url }: BenchShop, seconds: number): Promise<string[]> {
  const rounds: Overload[] = [];
  // In turns, because the load of the machine may change meanwhile.
  for (let round = 0; round < ROUNDS; round += 1) {
    // Waits until the shop has done what is left of the last round.
    await (await fetch(url)).arrayBuffer();
    const peak = await measurePeak(url, seconds);
    rounds.push({ peak, ...(await offer(url, { rate: OVERLOAD * peak, seconds })) });
  }
  const figures = ['peak', 'good', 'late', 'refused', 'failed'] as const;
  const averages = figures.map((figure) => rounds.reduce((sum, round) => sum + round[figure], 0) / ROUNDS);
  const [peak = 0, good = 0] = averages;
  printTable(
    `${OVERLOAD} times the load of the peak: responses per second`,
    ['', ...figures],
    [
      ...rounds.map((round, index) => [`round ${index + 1}`, ...figures.map((figure) => formatCount(round[figure]))]),
      ['average', ...averages.map(formatCount)],
    ],
  );
  return printLimits('Overload', [{ what: 'good responses of the peak', value: good / peak, least: GOODPUT_MIN }]);
}

/** Each lane sends a request as soon as it has the previous response. @returns good responses per second */
async function measurePeak(url: string, seconds: number): Promise<number> {
  const pool = new Pool(url, { connections: LANES });
  let turn = 0;
  let good = 0;
  const end = performance.now() + seconds * 1000;
  const lane = async () => {
    while (performance.now() < end) {
      turn += 1;
      if ((await send(pool, turn)) < 400) good += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await pool.destroy();
  return good / seconds;
}

/** Sends `rate` requests per second, whatever the shop answers, and counts how they end. */
async function offer(url: string, { rate, seconds }: { rate: number; seconds: number }) {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const counts = { good: 0, late: 0, refused: 0, failed: 0 };
  const sendDue = async (turn: number, due: number) => {
    const status = await send(pool, turn);
    if (status === 503) counts.refused += 1;
    else if (status >= 400) counts.failed += 1;
    else if (performance.now() - due <= DEADLINE) counts.good += 1;
    else counts.late += 1;
  };
  const start = performance.now();
  let turn = 0;
  for (let now = start; now < start + seconds * 1000; now = performance.now()) {
    for (; turn < ((now - start) / 1000) * rate; turn += 1) void sendDue(turn, start + (turn / rate) * 1000);
    await sleep(TICK);
  }
  await sleep(DEADLINE);
  const { good, late, refused, failed } = counts;
  await pool.destroy();
  return { good: good / seconds, late: late / seconds, refused: refused / seconds, failed: failed / seconds };
}

/** @returns the status; 599 without a response */
function send(pool: Pool, turn: number): Promise<number> {
  return new Promise((resolve) => {
    let status = 0;
    const request = requests[turn % requests.length] as (typeof requests)[number];
    pool.dispatch(request(turn), {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: () => undefined,
      onResponseEnd: () => resolve(status),
      onResponseError: () => resolve(599),
    });
  });
}

import { afterAll, describe, expect, inject, test } from 'vitest';
import { METRICS_TOKEN, OPERATOR_PASSWORD, openWorkerShop } from '../testing/shop/worker-shop.ts';

const shop = await openWorkerShop(inject('postgresUrl'), null);
afterAll(() => shop.close());

async function startOperations(): Promise<string> {
  const { operationsPort } = await shop.start({});
  return `http://127.0.0.1:${operationsPort}`;
}

const operations = await startOperations();

const authorization = (scheme: string, credentials: string) => ({ Authorization: `${scheme} ${credentials}` });
const basic = (password: string) => authorization('Basic', Buffer.from(`operator:${password}`).toString('base64'));
const operator = basic(OPERATOR_PASSWORD);
const prometheus = authorization('Bearer', METRICS_TOKEN);

const statusOf = async (url: string, headers: Record<string, string> = {}) => (await fetch(url, { headers })).status;

test('metrics are for the operator and the holder of the token, and the dashboard is for the operator', async () => {
  expect(await statusOf(`${operations}/metrics`)).toBe(401);
  expect(await statusOf(`${operations}/metrics`, authorization('Bearer', 'token-of-another'))).toBe(401);
  expect(await statusOf(`${operations}/metrics`, operator)).toBe(200);
  expect(await statusOf(`${operations}/metrics`, prometheus)).toBe(200);
  expect(await statusOf(`${operations}/queues`, prometheus)).toBe(401);
  expect(await statusOf(`${operations}/queues`, operator)).toBe(200);
});

test('who guesses the password has to wait, even with the right one', async () => {
  const attacked = await startOperations();
  const guesses = Array.from({ length: 20 }, (_, guess) => statusOf(`${attacked}/queues`, basic(`guess ${guess}`)));
  const statuses = (await Promise.all(guesses)).toSorted((one, other) => one - other);
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
  const refusal = await fetch(`${attacked}/queues`, { headers: operator });
  expect(refusal.status).toBe(429);
  expect(Number(refusal.headers.get('Retry-After'))).toBeGreaterThan(800);
  expect(await statusOf(`${attacked}/metrics`, prometheus)).toBe(429);
  expect(await statusOf(`${attacked}/health/ready`)).toBe(200);
  // A browser asks without a password first.
  expect(await statusOf(`${attacked}/queues`)).toBe(401);
});

test('who knows the password never waits', async () => {
  for (let visit = 0; visit < 30; visit += 1) expect(await statusOf(`${operations}/metrics`, operator)).toBe(200);
});

describe('a write', () => {
  const write = (headers: Record<string, string>) =>
    fetch(`${operations}/queues/api/queues/ratings/pause`, { method: 'PUT', headers: { ...operator, ...headers } });

  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another port', { 'Sec-Fetch-Site': 'same-site' }],
    ['another site that claims the own origin', { 'Sec-Fetch-Site': 'cross-site', Origin: operations }],
    ['another site, in a browser without Sec-Fetch-Site', { Origin: 'https://evil.example' }],
    ['another port, in a browser without Sec-Fetch-Site', { Origin: 'http://127.0.0.1:1' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['a form that a link opened', { 'Sec-Fetch-Site': 'none' }],
  ])('from %s is refused', async (_where, headers) => {
    expect((await write(headers)).status).toBe(403);
  });

  test.each([
    ['the dashboard', { 'Sec-Fetch-Site': 'same-origin' }],
    ['the dashboard, in a browser without Sec-Fetch-Site', { Origin: operations }],
    ['a script', {}],
  ])('from %s is accepted', async (_where, headers) => {
    expect((await write(headers)).status).toBe(200);
  });
});

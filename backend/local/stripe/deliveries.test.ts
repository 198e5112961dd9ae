import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeServer, listen } from '../../core/http/listen.ts';
import { createLog } from '../../core/observability/log.ts';
import { createFaults } from './faults.ts';
import { newEvent } from './objects.ts';
import { openState, type State } from './state.ts';
import { createWebhooks, stripeMessage, type Webhooks } from './webhooks.ts';

let folder: string;
let state: State;
let webhooks: Webhooks;
let requests = 0;

const shop = createServer((_request, response) => {
  requests++;
  response.end();
});

beforeEach(async () => {
  requests = 0;
  folder = await mkdtemp(join(tmpdir(), 'payment-deliveries-'));
  state = openState(join(folder, 'payments.sqlite'));
  webhooks = createWebhooks({
    state,
    faults: createFaults(),
    webhookUrl: `http://127.0.0.1:${await listen(shop, 0, '127.0.0.1', 'the shop')}`,
    messageOf: (event) => stripeMessage(event, 'whsec_for_tests'),
    log: createLog('payment provider', 'silent'),
    retryDelays: [20],
  });
});

afterEach(async () => {
  await webhooks.close();
  state.close();
  await closeServer(shop);
  await rm(folder, { recursive: true });
});

function enqueueOne(): void {
  const event = newEvent('payment_intent.created', {}, { requestId: null, idempotencyKey: null });
  state.insert(event);
  webhooks.enqueue(event.id);
}

function countPending(): number {
  return Number(state.database.prepare('SELECT count(*) AS pending FROM deliveries').get()?.pending);
}

test("retries with a pause while the database can't store a delivery", async () => {
  state.database.exec(
    `CREATE TRIGGER broken BEFORE DELETE ON deliveries BEGIN SELECT RAISE(ABORT, 'disk is full'); END`,
  );
  enqueueOne();
  const start = Date.now();
  webhooks.wake();
  await expect.poll(() => requests).toBeGreaterThan(2);
  expect(Date.now() - start).toBeGreaterThanOrEqual(40);
  state.database.exec('DROP TRIGGER broken');
  await expect.poll(() => countPending()).toBe(0);
});

test("retries while the database can't be read", async () => {
  enqueueOne();
  state.database.exec('ALTER TABLE deliveries RENAME TO gone');
  expect(() => webhooks.wake()).not.toThrow();
  state.database.exec('ALTER TABLE gone RENAME TO deliveries');
  if (requests === 0) await once(shop, 'request');
  await expect.poll(() => countPending()).toBe(0);
});

import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../../../testing/api.ts';
import { startTestShop } from '../../../testing/shop.ts';
import { waitFor } from '../../../testing/wait.ts';
import { countWaiting, inCpuSlot } from './cpu-slots.ts';

const WAITING_MAX = 200;

const shop = await startTestShop();

/** Keeps every slot busy, and the queue full, until `release` is called. */
async function fillSlots() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  onTestFinished(() => release());
  let running = 0;
  const work = async () => {
    running += 1;
    await released;
  };
  const all = [inCpuSlot(work), inCpuSlot(work)];
  await waitFor('them to start', () => running > 0);
  while (countWaiting() < WAITING_MAX) all.push(inCpuSlot(work));
  return { all, release, countRunning: () => running };
}

test('little runs at once, some waits for its turn, and the rest is refused', async () => {
  const { all, release, countRunning } = await fillSlots();
  expect(countRunning()).toBeLessThanOrEqual(2);
  await expect(inCpuSlot(async () => {})).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  release();
  await Promise.all(all);
  expect(countRunning()).toBe(all.length);
  await inCpuSlot(async () => {});
});

test('while passwords wait for their turn, others are asked to come back, which is no failed login', async () => {
  const { email } = await shop.newAccount();
  const logIn = () => shop.call('POST', '/user/login', { body: { email, password: PASSWORD } });
  const { all, release } = await fillSlots();
  for (let times = 0; times < 11; times += 1) {
    const refused = await logIn();
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refused.headers.get('Retry-After')).toBe('5');
  }
  expect((await shop.call('GET', '/products')).status).toBe(200);
  release();
  await Promise.all(all);
  expect((await logIn()).status).toBe(200);
});

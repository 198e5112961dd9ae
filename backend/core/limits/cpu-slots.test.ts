import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../../../testing/shop/api.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { waitFor } from '../../../testing/wait.ts';
import { countWaiting, inCpuSlot } from './cpu-slots.ts';

const WAITING_MAX = 200;

const shop = await startTestShop();

/** Keeps every slot busy, and the queue of strangers full, until `release` is called. `finishOne` frees a slot once. */
async function fillSlots() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  onTestFinished(() => release());
  let running = 0;
  const finish: (() => void)[] = [];
  const work = async () => {
    running += 1;
    await Promise.race([released, new Promise<void>((resolve) => finish.push(resolve))]);
  };
  const all = [inCpuSlot(work), inCpuSlot(work)];
  await waitFor('them to start', () => running > 0);
  while (countWaiting() < WAITING_MAX) all.push(inCpuSlot(work));
  return { all, release, finishOne: () => finish.shift()?.(), countRunning: () => running };
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

test('while passwords of strangers wait, someone with a session is served', async () => {
  const { token } = await shop.newAccount();
  const { all, finishOne, release } = await fillSlots();
  const reauthenticated = shop.call('POST', '/user/reauthenticate', { token, body: { password: PASSWORD } });
  await waitFor('the password to wait', () => countWaiting() > WAITING_MAX);
  finishOne();
  expect((await reauthenticated).status).toBe(200);
  expect(countWaiting()).toBeGreaterThan(WAITING_MAX / 2);
  release();
  await Promise.all(all);
});

import { verify } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { startTestShop } from '../../../testing/shop.ts';
import { waitFor } from '../../../testing/wait.ts';

vi.mock('@node-rs/argon2', { spy: true });

const shop = await startTestShop({ trustedProxies: 1 });

/** More than may wait. */
const LOGINS = 250;

test('few passwords are hashed at once, the next wait for their turn, and the others are asked to come back', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const running = { now: 0, most: 0 };
  vi.mocked(verify).mockImplementation(async () => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await released;
    running.now -= 1;
    return false;
  });
  const responses: { status: number; headers: Headers }[] = [];
  const logins = Array.from({ length: LOGINS }, async (_, number) => {
    const body = { email: `nobody${number}@example.com`, password: 'a password' };
    const headers = { 'X-Forwarded-For': `198.51.100.${number}` };
    responses.push(await shop.call('POST', '/user/login', { headers, body }));
  });
  const statuses = () => Object.groupBy(responses, ({ status }) => status);
  await waitFor('some to be refused', () => (statuses()[503]?.length ?? 0) >= LOGINS - 202);
  expect(running.most).toBeLessThanOrEqual(2);
  expect(statuses()[503]?.[0]?.headers.get('Retry-After')).toBe('5');
  expect((await shop.call('GET', '/products')).status).toBe(200);

  release();
  await Promise.all(logins);
  expect(running.most).toBeLessThanOrEqual(2);
  expect(statuses()[401]?.length).toBeGreaterThanOrEqual(200);
  expect(Object.keys(statuses())).toEqual(['401', '503']);
});

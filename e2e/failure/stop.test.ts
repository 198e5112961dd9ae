import { afterAll, expect, test, vi } from 'vitest';
import { prepareProcesses } from '../../testing/processes.ts';
import { waitFor } from '../../testing/wait.ts';

// A busy machine takes seconds to start a process.
vi.setConfig({ testTimeout: 120_000 });

const shop = await prepareProcesses(null);
afterAll(() => shop.close());

/** A request on a connection of its own, as a proxy opens it. */
async function get(path: string): Promise<Response> {
  const response = await fetch(shop.url + path, { headers: { Connection: 'close' } });
  await response.arrayBuffer();
  return response;
}

const readyStatus = async () => (await get('/health/ready')).status;

test('an API that stops says so first, serves on for its grace, and then refuses connections', async () => {
  const api = await shop.startApi({ STOP_GRACE_SECONDS: '3' });
  expect(await readyStatus()).toBe(200);
  const start = performance.now();
  const stopped = api.stop();
  await waitFor('the API to be not ready', async () => (await readyStatus()) === 503);
  const answer = await get('/api/v1/products');
  expect(answer.status).toBe(200);
  // A proxy that keeps connections opens the next one elsewhere.
  expect((await fetch(`${shop.url}/api/v1/products`)).headers.get('connection')).toBe('close');
  expect(await stopped).toBe(0);
  expect(performance.now() - start).toBeGreaterThan(3000);
  await expect(get('/health/live')).rejects.toThrow();
});

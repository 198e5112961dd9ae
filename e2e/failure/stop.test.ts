import { afterAll, expect, test, vi } from 'vitest';
import { prepareProcesses } from '../../testing/processes.ts';
import { waitFor } from '../../testing/wait.ts';

// Starting a process can take seconds under load.
vi.setConfig({ testTimeout: 120_000 });

const shop = await prepareProcesses(null);
afterAll(() => shop.close());

/** Sends a request on a new connection. */
async function get(path: string): Promise<Response> {
  const response = await fetch(shop.url + path, { headers: { Connection: 'close' } });
  await response.arrayBuffer();
  return response;
}

const readyStatus = async () => (await get('/health/ready')).status;

test('a stopping API reports not ready, serves requests for its grace period, then refuses connections', async () => {
  const api = await shop.startApi({ STOP_GRACE_SECONDS: '3' });
  expect(await readyStatus()).toBe(200);
  const start = performance.now();
  const stopped = api.stop();
  await waitFor('the API to be not ready', async () => (await readyStatus()) === 503);
  const response = await get('/api/v1/products');
  expect(response.status).toBe(200);
  // Makes a proxy with keep-alive connections switch to another API.
  expect((await fetch(`${shop.url}/api/v1/products`)).headers.get('connection')).toBe('close');
  expect(await stopped).toBe(0);
  expect(performance.now() - start).toBeGreaterThan(3000);
  await expect(get('/health/live')).rejects.toThrow();
});

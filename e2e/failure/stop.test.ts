import { connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { prepareProcesses } from '../../testing/processes/processes.ts';
import { waitFor } from '../../testing/wait.ts';

const shop = await prepareProcesses(null);
afterAll(() => shop.close());

/** Sends a request on a new connection. */
async function get(path: string): Promise<Response> {
  const response = await fetch(shop.url + path, { headers: { Connection: 'close' } });
  await response.arrayBuffer();
  return response;
}

const readyStatus = async () => (await get('/health/ready')).status;

test('a stopping API reports not ready, serves requests while it drains, then refuses connections', async () => {
  const api = await shop.startApi({ DRAIN_SECONDS: '3' });
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

test('a stopping API answers what has arrived at the end of its drain, on open and on new connections', async () => {
  const api = await shop.startApi({ DRAIN_SECONDS: '1' });
  const open = connectRaw();
  open.send('GET /health/live');
  await waitFor('the first response', () => open.received().includes('200 OK'));
  const start = performance.now();
  const stopped = api.stop();
  await waitFor('the API to be not ready', async () => (await readyStatus()) === 503);
  api.freeze();
  open.send('GET /api/v1/categories');
  const fresh = connectRaw();
  fresh.send('GET /api/v1/categories');
  await waitFor('the drain to end', () => performance.now() - start > 1500);
  api.thaw();
  expect(await stopped).toBe(0);
  for (const { received } of [open, fresh]) expect(received()).toContain('"categories":[]');
});

/** A connection that the API may close at any time. */
function connectRaw() {
  const { hostname, port } = new URL(shop.url);
  const socket: Socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  // A reset shows as a missing response.
  socket.on('error', () => {});
  return {
    send: (request: string) => void socket.write(`${request} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`),
    received: () => received,
  };
}

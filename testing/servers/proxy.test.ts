import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen } from '../../backend/core/http/listen.ts';
import { freePort } from '../../backend/local/ports.ts';
import { type NetworkProxy, startProxy } from './proxy.ts';

let echo: Server;
let echoPort: number;
let proxy: NetworkProxy;
const clients: Socket[] = [];

beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  echoPort = await listen(echo, 0, '127.0.0.1', 'echo');
  const deadPort = await freePort();
  proxy = await startProxy({ targets: () => [deadPort, echoPort] });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await proxy.close();
  echo.close();
});

function begin(port = proxy.port): Socket {
  const client = connect(port, '127.0.0.1').on('error', () => {});
  clients.push(client);
  return client;
}

async function open(port?: number): Promise<Socket> {
  const client = begin(port);
  await once(client, 'connect');
  return client;
}

function closed(client: Socket): Promise<unknown> {
  return client.destroyed ? Promise.resolve() : new Promise((resolve) => client.once('close', resolve));
}

async function send(client: Socket, text: string): Promise<string> {
  client.write(text);
  const [response] = await once(client, 'data');
  return String(response);
}

test('connects to the first target that accepts', async () => {
  expect(await send(await open(), 'hello')).toBe('hello');
});

test('cut() ends connections and refuses new ones until restore()', async () => {
  const client = await open();
  await send(client, 'hello');
  proxy.cut();
  await closed(client);
  await closed(begin());
  proxy.restore();
  expect(await send(await open(), 'again')).toBe('again');
});

test('data sent while the network is frozen arrives after restore()', async () => {
  const client = await open();
  await send(client, 'hello');
  proxy.freeze();
  let hasArrived = false;
  const reply = send(client, 'frozen').then((text) => {
    hasArrived = true;
    return text;
  });
  // A hundred round trips past the proxy are time enough for a leak to show.
  const direct = await open(echoPort);
  for (let trip = 0; trip < 100; trip += 1) await send(direct, 'hello');
  expect(hasArrived).toBe(false);
  proxy.restore();
  expect(await reply).toBe('frozen');
});

test('slow() delays both directions', async () => {
  const client = await open();
  proxy.slow(60);
  const start = performance.now();
  await send(client, 'hello');
  expect(performance.now() - start).toBeGreaterThanOrEqual(115);
});

test('a half-close reaches the other side after all data sent before it', async () => {
  const client = await open();
  client.end('last words');
  const [response] = await once(client, 'data');
  expect(String(response)).toBe('last words');
  await closed(client);
});

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen } from '../backend/core/listen.ts';
import { freePort } from '../backend/local/ports.ts';
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

async function say(client: Socket, text: string): Promise<string> {
  client.write(text);
  const [answer] = await once(client, 'data');
  return String(answer);
}

test('data reaches the first reachable target', async () => {
  expect(await say(await open(), 'hello')).toBe('hello');
});

test('a cut ends open connections and refuses new ones until it is over', async () => {
  const client = await open();
  await say(client, 'hello');
  proxy.cut();
  await closed(client);
  await closed(begin());
  proxy.restore();
  expect(await say(await open(), 'again')).toBe('again');
});

test('data sent into a frozen network arrives after the thaw', async () => {
  const client = await open();
  await say(client, 'hello');
  proxy.freeze();
  let hasCome = false;
  const answer = say(client, 'frozen').then((text) => {
    hasCome = true;
    return text;
  });
  // Time enough: what goes around the network has gone there and back a hundred times.
  const around = await open(echoPort);
  for (let times = 0; times < 100; times += 1) await say(around, 'hello');
  expect(hasCome).toBe(false);
  proxy.restore();
  expect(await answer).toBe('frozen');
});

test('a slow network delays both ways', async () => {
  const client = await open();
  proxy.slow(60);
  const start = performance.now();
  await say(client, 'hello');
  expect(performance.now() - start).toBeGreaterThanOrEqual(115);
});

test('closing one side closes the other after all earlier data', async () => {
  const client = await open();
  client.end('last words');
  const [answer] = await once(client, 'data');
  expect(String(answer)).toBe('last words');
  await closed(client);
});

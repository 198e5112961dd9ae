import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from '../../../testing/wait.ts';
import { limitConnections } from './connections.ts';
import { closeServer, listen } from './listen.ts';
import { sharedPeers } from './proxies.ts';

const MOST = 5;

/** A server that takes 5 connections of each address, and a function that connects to it from a local address. */
async function startServer(isExempt: (address: string) => boolean) {
  const server = createServer((_, response) => response.end('served'));
  limitConnections(server, isExempt, MOST);
  const port = await listen(server, 0, '0.0.0.0', 'PORT');
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await closeServer(server);
  });
  /** @returns the connection if the server answers on it, or else null */
  return async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    socket
      .on('data', () => resolve(true))
      .on('close', () => resolve(false))
      .on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
    const isServed = await promise;
    return isServed ? socket : null;
  };
}

const opened = async (open: () => Promise<Socket | null>, times: number) =>
  (await Promise.all(Array.from({ length: times }, open))).filter((socket) => socket !== null);

test('an address with too many connections gets no more, until it closes one', async () => {
  const open = await startServer(() => false);
  const [first] = await opened(() => open('127.0.0.2'), 3 * MOST);
  expect(await open('127.0.0.2')).toBeNull();
  expect(await opened(() => open('127.0.0.3'), MOST)).toHaveLength(MOST);
  first?.destroy();
  await waitFor('room for another connection', () => open('127.0.0.2'));
  expect(await open('127.0.0.2')).toBeNull();
});

test('an address that stands for many clients has no limit', async () => {
  const open = await startServer((address) => address === '127.0.0.2');
  expect(await opened(() => open('127.0.0.2'), 3 * MOST)).toHaveLength(3 * MOST);
});

test.each([
  ['no proxy', null, [true, false, false]],
  ['some proxies', 1, [true, true, true]],
  ['proxies of these addresses', ['10.0.0.0/8', '192.0.2.1'], [true, true, false]],
])('behind %s (%j), those are this machine and the proxies', (_what, trusted, expected) => {
  const isShared = sharedPeers(trusted);
  expect(['127.0.0.1', '10.1.2.3', '203.0.113.7'].map(isShared)).toEqual(expected);
  expect(['::1', '::ffff:10.1.2.3', '2001:db8::1'].map(isShared)).toEqual(expected);
});

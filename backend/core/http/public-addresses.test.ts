import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AddressRefused, isPublicAddress, mayCall, publicConnector, type Resolve } from './public-addresses.ts';

const inside = { allowsLoopback: false };

test.each(['93.184.215.14', '8.8.8.8', '172.15.0.1', '100.63.255.255', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address, inside)).toBe(true);
  },
);

test.each([
  ['this network', '0.0.0.0'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '192.168.1.1'],
  ['of carriers', '100.64.0.1'],
  ['link-local, where clouds keep their credentials', '169.254.169.254'],
  ['for protocols', '192.0.0.1'],
  ['for documentation', '192.0.2.1'],
  ['for documentation', '198.51.100.1'],
  ['for documentation', '203.0.113.1'],
  ['for benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-mapped and private', '::ffff:10.0.0.1'],
  ['IPv4-mapped', '::ffff:808:808'],
  ['IPv4-compatible', '::7f00:1'],
  ['translated', '::ffff:0:10.0.0.1'],
  ['NAT64', '64:ff9b::10.0.0.1'],
  ['NAT64 of a network', '64:ff9b:1::a00:1'],
  ['6to4', '2002:a00:1::'],
  ['Teredo', '2001:0:4136:e378::'],
  ['discarded', '100::1'],
  ['unique local', 'fd00::1'],
  ['link-local', 'fe80::1'],
  ['link-local', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['for documentation', '2001:db8::1'],
  ['for documentation', '3fff::1'],
  ['multicast', 'ff02::1'],
  ['of no use yet', '4000::1'],
  ['no address', 'localhost'],
  ['no address', ''],
])('what is %s is not public: %s', (_, address) => {
  expect(isPublicAddress(address, inside)).toBe(false);
});

test('loopback may be allowed, and nothing else', () => {
  const rules = { allowsLoopback: true };
  expect(['127.0.0.1', '::1'].every((address) => isPublicAddress(address, rules))).toBe(true);
  expect(['10.0.0.1', '::ffff:127.0.0.1', 'fd00::1'].some((address) => isPublicAddress(address, rules))).toBe(false);
});

/** Resolves names to the addresses, as they are at that time. */
function resolving(names: Record<string, string[]>): Resolve {
  return (name, _, callback) => {
    const addresses = names[name]?.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (addresses) callback(null, addresses);
    else callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
  };
}

test('a URL may be called unless its host, or one of the addresses of its name, is private', async () => {
  const names = { 'public.test': ['8.8.8.8'], 'private.test': ['10.0.0.1'], 'both.test': ['8.8.8.8', 'fd00::1'] };
  const rules = { ...inside, resolve: resolving(names) };
  const may = (host: string) => mayCall(`https://${host}/hooks`, rules);
  expect(await Promise.all(['public.test', '8.8.8.8', 'unknown.test'].map(may))).toEqual([true, true, true]);
  const others = ['private.test', 'both.test', '10.0.0.1', '[::1]', '[::ffff:8.8.8.8]', '2130706433', '0x7f.1'];
  expect(await Promise.all(others.map(may))).toEqual(others.map(() => false));
});

describe('connections', () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  let port = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = String((server.address() as { port: number }).port);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** The error of a connection, if any. */
  function connect(hostname: string, allowsLoopback: boolean, names: Record<string, string[]> = {}) {
    const connector = publicConnector({ allowsLoopback, resolve: resolving(names) }, 1000);
    return new Promise<unknown>((resolve) => {
      connector({ hostname, host: hostname, protocol: 'http:', port }, (error, socket) => {
        socket?.destroy();
        resolve(error);
      });
    });
  }

  test('are made to allowed addresses, and to names of them', async () => {
    expect(await connect('127.0.0.1', true)).toBe(null);
    expect(await connect('tools.test', true, { 'tools.test': ['127.0.0.1'] })).toBe(null);
  });

  test.each(['127.0.0.1', '::1', 'tools.test'])('to %s are refused before anything is sent', async (host) => {
    const before = connections;
    expect(await connect(host, false, { 'tools.test': ['127.0.0.1'] })).toBeInstanceOf(AddressRefused);
    expect(connections).toBe(before);
  });

  test('follow the addresses of the moment, which can change after a check', async () => {
    const names = { 'tools.test': ['8.8.8.8'] };
    expect(await mayCall('http://tools.test', { allowsLoopback: false, resolve: resolving(names) })).toBe(true);
    names['tools.test'] = ['127.0.0.1'];
    expect(await connect('tools.test', false, names)).toBeInstanceOf(AddressRefused);
  });
});

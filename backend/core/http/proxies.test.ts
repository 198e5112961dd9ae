import { createServer } from 'node:http';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { rateLimitKey } from '../limits/rate-limit.ts';
import { closeServer, listen } from './listen.ts';
import { parseTrustedProxies, trustProxies } from './proxies.ts';

/** @returns the address that a server sees which is called from 127.0.0.1 with this X-Forwarded-For */
async function addressSeen(trusted: string | null, forwardedFor: string | null): Promise<string> {
  const app = new Koa();
  const proxies = trusted === null ? null : parseTrustedProxies(trusted);
  if (proxies !== null) app.use(trustProxies(proxies));
  app.use((ctx) => {
    ctx.body = ctx.ip;
  });
  const server = createServer(app.callback());
  const port = await listen(server, 0, '127.0.0.1', 'PORT');
  onTestFinished(() => closeServer(server));
  const headers = forwardedFor === null ? undefined : { 'X-Forwarded-For': forwardedFor };
  return (await fetch(`http://127.0.0.1:${port}`, { headers })).text();
}

const HERE = '127.0.0.1';
const CLIENT = '203.0.113.9';
const FORGED = '198.51.100.1';
const PROXY = '10.0.0.2';

test.each([
  ['no proxy', null, `${FORGED}, ${CLIENT}`, HERE],
  ['one proxy', '1', CLIENT, CLIENT],
  ['one proxy', '1', `${FORGED}, ${CLIENT}`, CLIENT],
  ['one proxy', '1', `${FORGED}, 127.0.0.1, ${CLIENT}`, CLIENT],
  ['one proxy that sent nothing', '1', null, HERE],
  ['one proxy that sent an empty header', '1', ' ', HERE],
  ['two proxies', '2', `${CLIENT}, ${PROXY}`, CLIENT],
  ['two proxies', '2', `${FORGED}, ${CLIENT}, ${PROXY}`, CLIENT],
  ['two proxies, of which one was bypassed', '2', CLIENT, CLIENT],
  ['proxies by address', '127.0.0.0/8, 10.0.0.0/24', `${FORGED}, ${CLIENT}, ${PROXY}`, CLIENT],
  ['proxies by address, one of them in both forms', '127.0.0.1,10.0.0.2', `${CLIENT}, ::ffff:${PROXY}`, CLIENT],
  ['proxies by address, and a client that forges theirs', '127.0.0.1,10.0.0.2', `${PROXY}, ${CLIENT}`, CLIENT],
  ['a proxy with another address', '10.0.0.2', CLIENT, HERE],
  [
    'a proxy with an IPv6 range',
    '127.0.0.1,2001:db8:1::/48',
    `${FORGED}, 2001:db8:2::7, 2001:db8:1::1`,
    '2001:db8:2::7',
  ],
  ['one proxy and garbage', '1', 'unknown', 'unknown'],
])('behind %s (%s), %s comes from %s', async (_case, trusted, forwardedFor, address) => {
  expect(await addressSeen(trusted, forwardedFor)).toBe(address);
});

test('an IPv6 client is limited by its network, whichever address it takes', async () => {
  const [one, other] = [await addressSeen('1', '2001:db8::1'), await addressSeen('1', '2001:db8:0:0:ffff::2')];
  expect(rateLimitKey(one)).toBe('2001:db8:0:0::/64');
  expect(rateLimitKey(other)).toBe(rateLimitKey(one));
});

test.each(['0', '10', '1.5', '-1', 'all', '10.0.0.0/33', '10.0.0.0/0', '::/0', '::1/129', '10.0.0.1,', '10.0.0/8'])(
  'rejects %s',
  (text) => {
    expect(parseTrustedProxies(text)).toBeNull();
  },
);

import { pino } from 'pino';
import type Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { openWallets } from './stripe/wallets.ts';
import { openWalletDomain, registerWalletDomain } from './wallet-domain.ts';

/** A provider with these calls of its list of domains. */
function providerWith(list: unknown, create = vi.fn()) {
  return { wallets: openWallets({ paymentMethodDomains: { list, create } } as unknown as Stripe) };
}

type Answer = object[] | Error;

/** A provider that gives each answer once, the domains that it was asked about, and what registers one. */
function providerOf(...answers: Answer[]) {
  const asked: string[] = [];
  const register = vi.fn();
  const list = async ({ domain_name }: { domain_name: string }) => {
    asked.push(domain_name);
    const data = answers.shift();
    if (data instanceof Error) throw data;
    return { data };
  };
  return { provider: providerWith(list, register), asked, register };
}

const publicUrl = 'https://shop.example:8443';
const registered = { enabled: true, apple_pay: { status: 'active' } };
const inactive = { enabled: true, apple_pay: { status: 'inactive' } };
const off = { enabled: false, apple_pay: { status: 'inactive' } };

test.each<[string, Answer]>([
  ['registered', [registered]],
  ['inactive', [inactive]],
  ['off', [off]],
  ['unregistered', []],
  ['unknown', new Error('no permission')],
])('a domain is %s by the answer of the provider, which is asked once in a while', async (state, answer) => {
  const { provider, asked } = providerOf(answer);
  const domain = openWalletDomain(provider, publicUrl);
  expect([await domain.ask(), await domain.ask()]).toEqual([state, state]);
  expect(asked).toEqual(['shop.example']);
});

test('what is known is told without waiting for the provider, which is asked once meanwhile', async () => {
  const answer = Promise.withResolvers<{ data: object[] }>();
  const list = vi.fn(() => answer.promise);
  const domain = openWalletDomain(providerWith(list), publicUrl);
  expect([domain.known(), domain.known()]).toEqual([null, null]);
  const asked = domain.ask();
  answer.resolve({ data: [registered] });
  expect([await asked, domain.known()]).toEqual(['registered', 'registered']);
  expect(list).toHaveBeenCalledOnce();
});

test('an outage leaves what was known', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { provider, asked } = providerOf([registered], new Error('no connection'));
    const domain = openWalletDomain(provider, publicUrl);
    await domain.ask();
    vi.advanceTimersByTime(6 * 60 * 1000);
    expect([domain.known(), await domain.ask()]).toEqual(['registered', 'registered']);
    expect(asked).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['a stand-in', publicUrl, { wallets: null }],
  ['a shop without https', 'http://shop.example', providerOf().provider],
])('%s has no wallets, and registers nothing', async (_, publicUrl, provider) => {
  const domain = openWalletDomain(provider, publicUrl);
  expect([domain.known(), await domain.ask()]).toEqual(['local', 'local']);
  await registerWalletDomain(provider, publicUrl, pino({ level: 'silent' }));
});

test('the shop registers its domain once, and not again after somebody has switched it off', async () => {
  const { provider, register } = providerOf([], [registered], [inactive], [off]);
  for (let run = 1; run <= 4; run += 1) await registerWalletDomain(provider, publicUrl, pino({ level: 'silent' }));
  expect(register.mock.calls).toEqual([[{ domain_name: 'shop.example' }]]);
});

test('a key that may not register a domain is logged, and tried again', async () => {
  const { provider, register } = providerOf([], []);
  register.mockRejectedValueOnce(new Error('This key lacks the permission'));
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  await registerWalletDomain(provider, publicUrl, log);
  expect(lines).toEqual([expect.stringContaining('This key lacks the permission')]);
  await registerWalletDomain(provider, publicUrl, log);
  expect(register).toHaveBeenCalledTimes(2);
});

import { expect, test, vi } from 'vitest';
import type { PaymentProvider } from './provider.ts';
import { openWalletDomain } from './wallet-domain.ts';

type Provider = Pick<PaymentProvider, 'paymentMethodDomains'>;

/** A provider that gives each answer once, and the domains that it was asked about. */
function providerOf(...answers: ({ enabled: boolean }[] | Error)[]) {
  const asked: string[] = [];
  const list = async ({ domain_name }: { domain_name: string }) => {
    asked.push(domain_name);
    const data = answers.shift();
    if (data instanceof Error) throw data;
    return { data };
  };
  return { provider: { paymentMethodDomains: { list } } as unknown as Provider, asked };
}

const publicUrl = 'https://shop.example:8443';

test.each([
  ['registered', [{ enabled: true }]],
  ['unregistered', [{ enabled: false }]],
  ['unregistered', []],
  ['unknown', new Error('no permission')],
] as const)('a domain is %s by the answer of the provider, which is asked once in a while', async (state, answer) => {
  const { provider, asked } = providerOf(answer as { enabled: boolean }[] | Error);
  const domain = openWalletDomain({ provider, publicUrl, isStandIn: false });
  expect([await domain.ask(), await domain.ask()]).toEqual([state, state]);
  expect(asked).toEqual(['shop.example']);
});

test('what is known is told without waiting for the provider, which is asked once meanwhile', async () => {
  const answer = Promise.withResolvers<{ data: { enabled: boolean }[] }>();
  const list = vi.fn(() => answer.promise);
  const provider = { paymentMethodDomains: { list } } as unknown as Provider;
  const domain = openWalletDomain({ provider, publicUrl, isStandIn: false });
  expect([domain.known(), domain.known()]).toEqual([null, null]);
  const asked = domain.ask();
  answer.resolve({ data: [{ enabled: true }] });
  expect([await asked, domain.known()]).toEqual(['registered', 'registered']);
  expect(list).toHaveBeenCalledOnce();
});

test('an outage leaves what was known', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { provider, asked } = providerOf([{ enabled: true }], new Error('no connection'));
    const domain = openWalletDomain({ provider, publicUrl, isStandIn: false });
    await domain.ask();
    vi.advanceTimersByTime(6 * 60 * 1000);
    expect([domain.known(), await domain.ask()]).toEqual(['registered', 'registered']);
    expect(asked).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['a stand-in', publicUrl, true],
  ['a shop without https', 'http://shop.example', false],
])('%s has no wallets', async (_, publicUrl, isStandIn) => {
  const { provider, asked } = providerOf();
  const domain = openWalletDomain({ provider, publicUrl, isStandIn });
  expect([domain.known(), await domain.ask()]).toEqual(['local', 'local']);
  expect(asked).toEqual([]);
});

import { expect, test } from 'vitest';
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

test.each([
  ['a stand-in', publicUrl, true],
  ['a shop without https', 'http://shop.example', false],
])('%s has no wallets', async (_, publicUrl, isStandIn) => {
  const { provider, asked } = providerOf();
  expect(await openWalletDomain({ provider, publicUrl, isStandIn }).ask()).toBe('local');
  expect(asked).toEqual([]);
});

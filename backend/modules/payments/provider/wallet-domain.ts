import type { PaymentProvider } from './provider.ts';

/**
 * Whether the payment provider offers wallets such as Apple Pay at the shop's domain, which it does once somebody has registered
 * it there; `local` where it can't be, `unknown` if the provider doesn't say.
 */
export type DomainState = 'local' | 'registered' | 'unregistered' | 'unknown';

export type WalletDomain = { name: string; ask(): Promise<DomainState> };

/** Milliseconds for which an answer is believed: the dashboard asks often. */
const FRESH = 5 * 60 * 1000;

type Options = {
  provider: Pick<PaymentProvider, 'paymentMethodDomains'>;
  publicUrl: string;
  /** Whether the provider is a stand-in. */
  isStandIn: boolean;
};

/** https://docs.stripe.com/payments/payment-methods/pmd-registration */
export function openWalletDomain({ provider, publicUrl, isStandIn }: Options): WalletDomain {
  const { hostname: name, protocol } = new URL(publicUrl);
  const isLocal = isStandIn || protocol !== 'https:';
  let last: { state: DomainState; askedAt: number } | null = null;

  async function askProvider(): Promise<DomainState> {
    try {
      const { data } = await provider.paymentMethodDomains.list(
        { domain_name: name, limit: 1 },
        { maxNetworkRetries: 0 },
      );
      return data.some(({ enabled }) => enabled) ? 'registered' : 'unregistered';
    } catch {
      // Restricted keys may not read it, and an outage says nothing new.
      return last?.state ?? 'unknown';
    }
  }

  return {
    name,
    async ask() {
      if (isLocal) return 'local';
      if (last === null || performance.now() - last.askedAt > FRESH) {
        last = { state: await askProvider(), askedAt: performance.now() };
      }
      return last.state;
    },
  };
}

import type { PaymentProvider } from './provider.ts';

/**
 * Whether the payment provider offers wallets such as Apple Pay at the shop's domain, which it does once somebody has registered
 * it there; `local` where it can't be, `unknown` if the provider doesn't say.
 */
export type DomainState = 'local' | 'registered' | 'unregistered' | 'unknown';

export type WalletDomain = {
  name: string;
  /** The provider's answer, which may take as long as the provider does. */
  ask(): Promise<DomainState>;
  /** What the provider said last, or null before its first answer: it is asked in the background. */
  known(): DomainState | null;
};

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
  let asking: Promise<DomainState> | null = null;

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

  /** Never rejects. Whoever asks meanwhile shares the answer. */
  async function refresh(): Promise<DomainState> {
    const state = await askProvider();
    last = { state, askedAt: performance.now() };
    asking = null;
    return state;
  }

  async function ask(): Promise<DomainState> {
    if (isLocal) return 'local';
    if (last !== null && performance.now() - last.askedAt <= FRESH) return last.state;
    asking ??= refresh();
    return asking;
  }

  return {
    name,
    ask,
    known() {
      if (isLocal) return 'local';
      void ask();
      return last?.state ?? null;
    },
  };
}

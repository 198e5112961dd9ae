import { reasonOf } from '../../../core/errors.ts';
import type { Logger } from '../../../core/observability/log.ts';
import type { PaymentProvider, Wallets } from './port.ts';

/**
 * Whether the payment provider offers wallets such as Apple Pay at the shop's domain: `local` where it can't, `unknown` if it
 * doesn't say.
 */
export type DomainState = 'local' | 'unknown' | Awaited<ReturnType<Wallets['find']>>;

export type WalletDomain = {
  name: string;
  /** Where people register it by hand; null where it is `local`. */
  settingsUrl: string | null;
  /** The provider's answer, which may take as long as the provider does. */
  ask(): Promise<DomainState>;
  /** What the provider said last, or null before its first answer: it is asked in the background. */
  known(): DomainState | null;
};

/** Milliseconds for which an answer is believed: the dashboard asks often. */
const FRESH = 5 * 60 * 1000;

/** @param provider null for the stand-in of `make up` */
export function openWalletDomain(provider: Pick<PaymentProvider, 'wallets'> | null, publicUrl: string): WalletDomain {
  const name = new URL(publicUrl).hostname;
  const wallets = walletsAt(provider, publicUrl);
  let last: { state: DomainState; askedAt: number } | null = null;
  let asking: Promise<DomainState> | null = null;

  async function askProvider({ find }: Wallets): Promise<DomainState> {
    try {
      return await find(name);
    } catch {
      // Restricted keys may not read it, and an outage says nothing new.
      return last?.state ?? 'unknown';
    }
  }

  /** Never rejects. Whoever asks meanwhile shares the answer. */
  async function refresh(wallets: Wallets): Promise<DomainState> {
    const state = await askProvider(wallets);
    last = { state, askedAt: performance.now() };
    asking = null;
    return state;
  }

  async function ask(): Promise<DomainState> {
    if (wallets === null) return 'local';
    if (last !== null && performance.now() - last.askedAt <= FRESH) return last.state;
    asking ??= refresh(wallets);
    return asking;
  }

  return {
    name,
    settingsUrl: wallets?.settingsUrl ?? null,
    ask,
    known() {
      if (wallets === null) return 'local';
      void ask();
      return last?.state ?? null;
    },
  };
}

/**
 * Registers the shop's domain for wallets, unless that was done before: one that was switched off stays off. A key that may not
 * do so is logged; the shop then shows the domain as an open duty.
 */
export async function registerWalletDomain(
  provider: Pick<PaymentProvider, 'wallets'>,
  publicUrl: string,
  log: Logger,
): Promise<void> {
  const wallets = walletsAt(provider, publicUrl);
  if (wallets === null) return;
  const domain = new URL(publicUrl).hostname;
  try {
    if ((await wallets.find(domain)) !== 'unregistered') return;
    await wallets.register(domain);
    log.info({ domain }, 'registered the domain for wallets');
  } catch (error) {
    log.info({ domain, reason: reasonOf(error) }, 'could not register the domain for wallets');
  }
}

/** Wallets need https. */
function walletsAt(provider: Pick<PaymentProvider, 'wallets'> | null, publicUrl: string): Wallets | null {
  return publicUrl.startsWith('https:') ? (provider?.wallets ?? null) : null;
}

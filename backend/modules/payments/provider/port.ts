import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentConfig } from '#contract/orders/payments.ts';
import { m } from '#messages';
import { AppError } from '../../../core/errors.ts';
import type { DisputeUpdate } from '../../orders/money/disputes.ts';

/**
 * What the shop asks of a payment provider. Amounts are in minor units of their currency. Each call throws AppError `invalid`
 * with the provider's message if the provider rejects it, `unavailable` if the provider can't be reached, and ProviderLimited
 * if it wants fewer requests. Anything else that it throws is a defect or a wrong key.
 */
export type PaymentProvider = {
  /**
   * Creates the payment of an order. Idempotent by the order's id: repeated and concurrent calls return the same payment, and
   * a lost response loses nothing. With another amount it throws, and creates no other payment.
   */
  createPayment(order: Payable): Promise<Payment>;
  /** Creates a payment without an order; each call another one. */
  createBarePayment(bare: BarePayment): Promise<Payment>;
  /** A payment as it is now; null if the provider doesn't know the id. */
  findPayment(id: string): Promise<Payment | null>;
  /** Cancels a payment if that is still possible. @returns its current state; null if the provider doesn't know the id */
  cancelPayment(id: string): Promise<Payment | null>;
  /**
   * Carries out a refund. Idempotent by its id: repeated and concurrent calls make one.
   * @returns false if everything is refunded already
   */
  createRefund(refund: Repayable): Promise<boolean>;
  /** All refunds of a payment, also those that were made in the provider's dashboard. */
  listRefunds(paymentId: string): Promise<ProviderRefund[]>;
  /** The events between two times, of the kinds that can change an order. */
  listEvents(from: Date, until: Date): AsyncIterable<ProviderEvent>;
  /**
   * The event of a webhook. Verifies the signature over the raw bytes before it reads anything.
   * @throws AppError malformed
   */
  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): ProviderEvent;
  /** Whether events of this type open a dispute. */
  opensDispute(type: string): boolean;
  /** Wallets such as Apple Pay; null if it has none. */
  wallets: Wallets | null;
  browser: ProviderInBrowser;
  /** Examines keys and webhooks, and changes nothing. @throws Error whose message says what to check */
  examine(shop: { publicUrl: string; webhookUrl: string }): Promise<Examination>;
};

/** The order to pay. */
export type Payable = { id: string; number: number; amount: number; currency: string };

export type BarePayment = { userId: string; amount: number; currency: string };

/** A part of an order's payment to give back, or all of it. */
export type Repayable = { id: string; orderId: string; paymentIntentId: string; amount: number };

export type PaymentState =
  /** Awaits a card, before the first attempt. */
  | 'awaiting'
  /** Awaits another card, after a decline. */
  | 'declined'
  /** Awaits the shopper, for example to approve it with their bank. */
  | 'confirming'
  /** The provider charges the card, and has not said how it went. */
  | 'processing'
  | 'paid'
  | 'canceled';

/** A payment at the provider. */
export type Payment = {
  /** The provider's id: 1 to 255 letters, digits, hyphens and underscores. */
  id: string;
  amount: number;
  state: PaymentState;
  /** The order that it was created for; null if there is none. Other systems may share the account. */
  orderId: string | null;
  /** When the shopper last tried to pay; null if they haven't, or in the response of a change. */
  attemptedAt: Date | null;
  /** Whether something was given back. */
  isRefunded: boolean;
  /** Lets a browser pay this payment, and nothing else. */
  clientSecret: string | null;
};

export type ProviderRefund = {
  amount: number;
  /** The shop's id of it; null if it was made elsewhere. */
  refundId: string | null;
  /** Whether it gives nothing back, now or after all. */
  isFailed: boolean;
};

export type ProviderEvent = {
  /** The provider's id, of at most 255 characters. */
  id: string;
  /** The provider's name of its kind. */
  type: string;
  /** Null if it isn't about a payment. */
  paymentId: string | null;
  /** Whether a card was declined. */
  isDecline: boolean;
  dispute: DisputeUpdate | null;
};

/** Wallets appear only at domains that are registered with the provider. */
export type Wallets = {
  /** `off` if somebody has switched the domain off at the provider, `inactive` if the provider couldn't verify it. */
  find(domain: string): Promise<'registered' | 'inactive' | 'off' | 'unregistered'>;
  /** Registers a domain. Idempotent. */
  register(domain: string): Promise<void>;
  /** Where people register domains by hand. */
  settingsUrl: string;
};

export type ProviderInBrowser = {
  /** What the client needs to pay. */
  config: Omit<PaymentConfig, 'returnUrl'>;
  /** The origins of its scripts, frames, images and calls. */
  origins: readonly string[];
  /** The origin of the frame in which wallets open. */
  walletOrigin: string;
};

export type Examination = {
  findings: { state: 'ok' | 'problem' | 'unknown'; text: string }[];
  /** The provider's clock, in milliseconds; null if it doesn't tell. */
  time: number | null;
};

/** Milliseconds to wait after an outage or a limit of unknown duration. */
const DEFAULT_PAUSE = 10_000;

/** The error for a provider that can't be reached, or that wants no requests for a while. */
export function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', m.payments.providerAway(), { retryAfter: DEFAULT_PAUSE / 1000, cause });
}

/** The provider wants fewer requests. */
export class ProviderLimited extends AppError {
  /** Milliseconds for which it wants none. */
  readonly pause: number;

  /** @param seconds for which the provider wants no requests; 0 or NaN if it doesn't say */
  constructor(seconds: number, cause: unknown) {
    const pause = seconds > 0 ? seconds * 1000 : DEFAULT_PAUSE;
    super('unavailable', m.payments.providerAway(), { retryAfter: pause / 1000, cause });
    this.pause = pause;
  }
}

/** Whether the provider rejected the request, so that a retry is pointless. */
export function isRejection(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'invalid';
}

/**
 * Rethrows a rejection by the provider as a conflict, since no input is invalid, and an outage without the mention of a
 * charge.
 */
export function throwActionError(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'invalid') throw new AppError('conflict', error.message, { cause: error });
  if (error.code !== 'unavailable') throw error;
  const { retryAfter } = error;
  throw new AppError('unavailable', m.payments.providerAwayForAction(), {
    retryAfter,
    cause: error,
  });
}

/** Whether the provider has not begun to charge the card: canceling it costs the shopper nothing. */
export function isOpen(payment: Payment): boolean {
  return isAwaitingPayment(payment) || payment.state === 'confirming';
}

/** Whether it awaits a card, before the first attempt or after a decline. */
export function isAwaitingPayment({ state }: Payment): boolean {
  return state === 'awaiting' || state === 'declined';
}

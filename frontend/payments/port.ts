import type { ReactNode } from 'react';
import type { PaymentConfig } from '#contract/orders/payments.ts';
import type { CurrencyCode } from '#contract/values/money.ts';

/** Opens a provider. Rejects if it can't be reached; why goes to the console. */
export type OpenProvider = (config: PaymentConfig) => Promise<Provider>;

/** A payment provider in the browser. */
export type Provider = {
  /** Its fields for a card, in the look and the language of the page. Card data never reaches the shop. */
  fields(props: FieldsProps): ReactNode;
};

export type FieldsProps = {
  /** In minor units. */
  amount: number;
  currency: CurrencyCode;
  /** Called once the fields are there, in a form that is submitted by Enter. */
  onReady: (card: Card) => void;
  onUnreachable: () => void;
};

/** What the shopper types into the fields. */
export type Card = {
  /**
   * Checks what was typed, prepares the payment and pays it. The provider then leads the browser to the page with the result,
   * by way of the shopper's bank if that is needed.
   * @param prepare returns the client secret of the payment, or null if the page shows why there is none
   * @returns why the provider refuses; null if there is no payment
   */
  pay(prepare: () => Promise<string | null>): Promise<Refusal | null>;
};

export type Refusal = {
  /** A sentence for the shopper; '' without one. */
  message: string;
  isDeclined: boolean;
  /** The payment, if it can't be paid any more. */
  ended: { id: string; state: 'paid' | 'canceled' } | null;
  /** What the provider said. */
  cause: unknown;
};

/** The outcome for the shopper, from the provider's redirect or the state of the order. */
export type PaymentOutcome = 'succeeded' | 'failed' | 'refunded' | 'processing' | 'unknown';

/** What the provider's redirect says. */
export type PaymentReturnQuery = {
  /** The outcome that the URL claims. Anyone can forge it. */
  claimed: PaymentOutcome;
  /** The provider's id of the payment; '' if the URL has none. */
  paymentId: string;
};

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PaymentInput } from '#contract/orders/payments.input.ts';
import { showFailure } from '../../../api/errors.ts';
import { isRefused, preparePayment } from '../../../stores/payment.ts';

type Options = {
  /** What is to be paid; null while a choice is missing. */
  payment: PaymentInput | null;
  isQuoted: boolean;
  /** Shows a refusal where the shopper can resolve it. @returns false if it must be shown in another way */
  resolve: (refusal: unknown) => Promise<boolean>;
};

/** Opens the order: as soon as the cart is priced if nothing is left to choose, and otherwise when the shopper pays. */
export function usePreparedPayment({ payment, isQuoted, resolve }: Options) {
  const prepared = useRef<{ key: string; secret: Promise<string> } | null>(null);
  const [failure, setFailure] = useState<'failed' | 'refused' | null>(null);

  /** The client secret for a payment; the same one for the same payment. @throws ApiError */
  const secretOf = async (wanted: PaymentInput): Promise<string> => {
    const key = JSON.stringify(wanted);
    if (prepared.current?.key !== key) prepared.current = { key, secret: preparePayment(wanted) };
    const mine = prepared.current;
    try {
      return await mine.secret;
    } catch (error) {
      if (prepared.current === mine) prepared.current = null;
      throw error;
    }
  };

  const openAtOnce = useEffectEvent(async () => {
    if (payment === null) return;
    try {
      await secretOf(payment);
    } catch (error) {
      if (await resolve(error)) return;
      showFailure(error);
      setFailure(isRefused(error) ? 'refused' : 'failed');
    }
  });

  const isOpening = isQuoted && failure === null;
  useEffect(() => {
    if (isOpening) void openAtOnce();
  }, [isOpening]);

  /** Forgets what was opened, and why that failed. */
  const reset = () => {
    prepared.current = null;
    setFailure(null);
  };

  return { secretOf, failure, reset };
}

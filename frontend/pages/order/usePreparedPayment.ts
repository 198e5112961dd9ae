import { useEffect, useRef, useState } from 'react';
import type { PaymentInput } from '#contract/payments.input.ts';
import { showFailure } from '../../api/errors.ts';
import { isRefused, loadProvider, type Provider, preparePayment } from '../../stores/payment.ts';

type Card =
  /** A toast shows why it failed. `refused` is permanent: retrying can't help. */
  { state: 'preparing' | 'failed' | 'refused' } | { state: 'ready'; provider: Provider };

type Options = {
  /** What is to be paid; null while a choice is missing. */
  payment: PaymentInput | null;
  /** Whether the cart was priced. */
  isQuoted: boolean;
  /** Why the cart can't be priced. */
  refusal: unknown;
  resolve: (refusal: unknown) => Promise<boolean>;
  requote: () => void;
};

/** Loads the card form, and opens the order if nothing is left to choose. */
export function usePreparedPayment({ payment, isQuoted, refusal, resolve, requote }: Options) {
  const [card, setCard] = useState<Card>({ state: 'preparing' });
  const prepared = useRef<{ key: string; secret: Promise<string> } | null>(null);
  const latest = useRef({ payment, resolve });
  latest.current = { payment, resolve };
  const isPreparing = card.state === 'preparing';

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

  const fail = (error: unknown) => {
    showFailure(error);
    setCard({ state: isRefused(error) ? 'refused' : 'failed' });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once the cart is priced, and again after a failure
  useEffect(() => {
    if (!isPreparing) return;
    if (refusal !== null) return fail(refusal);
    if (!isQuoted) return;
    let isAwaited = true;
    const { payment, resolve } = latest.current;
    const prepare = async () => {
      const [opened, provider] = await Promise.allSettled([payment && secretOf(payment), loadProvider()]);
      if (!isAwaited) return;
      // The shop's error comes first: the cart can be updated without the library.
      if (opened.status === 'rejected' && !(await resolve(opened.reason))) throw opened.reason;
      if (provider.status === 'rejected') throw provider.reason;
      if (isAwaited) setCard({ state: 'ready', provider: provider.value });
    };
    prepare().catch((error) => isAwaited && fail(error));
    return () => {
      isAwaited = false;
    };
  }, [isPreparing, isQuoted, refusal]);

  const retry = () => {
    prepared.current = null;
    setCard({ state: 'preparing' });
    requote();
  };

  return { card, secretOf, retry };
}

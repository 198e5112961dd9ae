import { useEffect, useRef, useState } from 'react';
import type { QuoteInput } from '#contract/payments.input.ts';
import { loadQuote, type Quote, repriceCart } from '../../stores/quote.ts';

type Options = {
  /** Keeps the quote while a payment is being confirmed. */
  isFrozen: boolean;
  onCartRepaired: () => void;
  resolve: (refusal: unknown) => Promise<boolean>;
};

/** Prices the cart now, and again after each choice. The previous quote stays until the next one arrives. */
export function useQuote(input: QuoteInput, { isFrozen, ...handlers }: Options) {
  const key = JSON.stringify(input);
  const [quoted, setQuoted] = useState<{ key: string; quote: Quote } | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(handlers);
  latest.current = handlers;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (isFrozen) return;
    const controller = new AbortController();
    const { signal } = controller;
    const refresh = async () => {
      const asked: QuoteInput = JSON.parse(key);
      try {
        const quote = await loadQuote(asked, signal);
        if (signal.aborted) return;
        if (quote.price && (await repriceCart(quote.price, asked))) return latest.current.onCartRepaired();
        setRefusal(null);
        setQuoted({ key, quote });
      } catch (error) {
        if (signal.aborted) return;
        const isResolved = await latest.current.resolve(error).catch(() => false);
        if (!isResolved && !signal.aborted) setRefusal(error);
      }
    };
    void refresh();
    return () => controller.abort();
  }, [key, isFrozen, attempt]);

  return {
    quote: quoted?.quote ?? null,
    /** Whether the quote is for the current choices. */
    isCurrent: quoted?.key === key,
    /** Why the cart can't be priced; null if it can. */
    refusal,
    requote: () => setAttempt((count) => count + 1),
  };
}

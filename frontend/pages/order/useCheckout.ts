import { useEffect, useState } from 'react';
import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import { PICKUP } from '#contract/delivery.ts';
import { type CurrencyCode, toMajorUnits, toMinorUnits } from '#contract/money.ts';
import { deliveryProblems, type PaymentInput } from '#contract/payments.input.ts';
import { fieldErrors } from '../../api/errors.ts';
import { cart, cartTotalMinorUnits } from '../../stores/cart.ts';
import { type CheckoutDraft, keepDraft } from '../../stores/checkoutDraft.ts';
import { currency } from '../../stores/currency.ts';
import { repairCart } from '../../stores/payment.ts';
import { codeRefusalOf, isMethodRefusal } from '../../stores/quote.ts';
import { usePreparedPayment } from './usePreparedPayment.ts';
import { useQuote } from './useQuote.ts';

type Options = {
  userId: string;
  draft: CheckoutDraft;
  /** Called after a cart that differed from the catalogue is updated. */
  onCartRepaired: () => void;
};

export type Checkout = ReturnType<typeof useCheckout>;

/** The state of step 2: what the shopper chose, what it costs, and its payment. */
export function useCheckout({ userId, draft, onCartRepaired }: Options) {
  const form = useForm<CheckoutDraft>({ defaultValues: draft, mode: 'onTouched', resolver });
  // Without defaults, fields that are not on screen would be missing.
  const chosen = { ...draft, ...useWatch({ control: form.control }) } as CheckoutDraft;
  const [isPaying, setIsPaying] = useState(false);
  const { items, code } = useFrozenCart(isPaying);

  useEffect(() => {
    const { unsubscribe } = form.watch((values) => keepDraft(userId, values as CheckoutDraft));
    return unsubscribe;
  }, [form, userId]);

  useEffect(() => {
    // Back from the provider can restore this page from the back/forward cache: allow another payment.
    const resume = () => setIsPaying(false);
    window.addEventListener('pageshow', resume);
    return () => window.removeEventListener('pageshow', resume);
  }, []);

  /** Shows a refusal where the shopper can resolve it. @returns false if it must be shown in another way */
  const resolve = async (refusal: unknown): Promise<boolean> => {
    if (await repairCart(refusal)) {
      onCartRepaired();
      return true;
    }
    if (codeRefusalOf(refusal) !== undefined || isMethodRefusal(refusal)) {
      requote();
      return true;
    }
    const fields = Object.entries(fieldErrors(refusal)).filter(([name]) => name.startsWith('delivery.'));
    for (const [name, message] of fields) form.setError(name as 'delivery.city', { message });
    return fields.length > 0;
  };

  const { quote, isCurrent, refusal, requote } = useQuote(
    {
      items: items.map(({ _id, count }) => ({ productId: _id, count })),
      currency: code,
      country: chosen.delivery.country || undefined,
      shippingMethod: chosen.shippingMethod,
      discountCode: chosen.discountCode,
    },
    { isFrozen: isPaying, onCartRepaired, resolve },
  );

  const price = quote?.price ?? null;
  const applied = quote?.codeRefusal ? { ...chosen, discountCode: '' } : chosen;
  const totalMinorUnits = price ? toMinorUnits(price.amount) : cartTotalMinorUnits(items, code);
  const payment = price && paymentOf(applied, { items, currency: code, amount: toMajorUnits(totalMinorUnits) });
  const isComplete = Object.keys(problemsOf(chosen)).length === 0;
  const { card, secretOf, retry } = usePreparedPayment({
    // The order is opened at once if nothing is left to choose, and otherwise when the shopper pays.
    payment: isComplete ? payment : null,
    isQuoted: quote !== null,
    refusal,
    resolve,
    requote,
  });

  return {
    form,
    items,
    code,
    quote,
    isCurrent,
    totalMinorUnits,
    card,
    isPaying,
    setIsPaying,
    isPayable: payment !== null && isCurrent,
    /** Shows what is missing; focuses the first. */
    validate: () => form.trigger(undefined, { shouldFocus: true }),
    /** Opens the order. @returns the client secret of its payment, or null if a refusal is shown @throws ApiError */
    prepare: async (): Promise<string | null> => {
      if (payment === null) return null;
      try {
        return await secretOf(payment);
      } catch (error) {
        if (await resolve(error)) return null;
        throw error;
      }
    },
    retry,
  };
}

type ShownCart = { items: typeof cart.items; code: CurrencyCode };

/** The cart and the currency. While a payment is being confirmed, another tab can't change them. */
function useFrozenCart(isFrozen: boolean): ShownCart {
  const { items } = useSnapshot(cart) as typeof cart;
  const { code } = useSnapshot(currency);
  const [frozen, setFrozen] = useState<ShownCart>({ items, code });
  if (!isFrozen && (frozen.items !== items || frozen.code !== code)) setFrozen({ items, code });
  return frozen;
}

/** An order that is delivered needs a complete address. */
function problemsOf({ shippingMethod, delivery }: CheckoutDraft) {
  return shippingMethod === PICKUP ? {} : deliveryProblems(delivery);
}

function resolver(values: CheckoutDraft) {
  const problems = Object.entries(problemsOf(values));
  if (problems.length === 0) return { values, errors: {} };
  const delivery = Object.fromEntries(problems.map(([field, message]) => [field, { type: 'required', message }]));
  return { values: {}, errors: { delivery } as FieldErrors<CheckoutDraft> };
}

/** The request for a payment, without what is left at its default. */
function paymentOf(
  { shippingMethod, delivery, note, discountCode }: CheckoutDraft,
  { items, ...price }: Pick<PaymentInput, 'currency' | 'amount'> & Pick<ShownCart, 'items'>,
): PaymentInput {
  return {
    ...price,
    items: items.map(({ _id, count }) => ({ productId: _id, count })),
    ...(shippingMethod !== PICKUP && { shippingMethod, delivery }),
    ...(discountCode !== '' && { discountCode }),
    ...(note.trim() !== '' && { note }),
  } as PaymentInput;
}

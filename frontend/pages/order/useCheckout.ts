import { useEffect, useEffectEvent, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import { toMajorUnits, toMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { ApiError, fieldErrors } from '../../api/errors.ts';
import { useRemote, useRemoteState } from '../../api/useRemote.ts';
import { showOnce } from '../../browser/toasts.ts';
import type { Provider } from '../../payments/port.ts';
import { paymentProvider } from '../../payments/provider.ts';
import { cart, cartTotalMinorUnits } from '../../stores/cart.ts';
import { checkout } from '../../stores/checkout.ts';
import { type CheckoutDraft, keepDraft } from '../../stores/checkoutDraft.ts';
import { currency } from '../../stores/currency.ts';
import { repairCart } from '../../stores/payment.ts';
import { codeRefusalOf, isMethodRefusal, quotes } from '../../stores/quote.ts';
import { checkableVatId, isComplete, paymentOf, quoteInputOf, resolver, type ShownCart } from './checkoutForm.ts';
import { usePreparedPayment } from './payment/usePreparedPayment.ts';

type Options = {
  userId: string;
  startDraft: () => CheckoutDraft;
  /** Called when the shop has changed the cart, which the shopper should see first. */
  onBack: () => void;
};

export type Checkout = ReturnType<typeof useCheckout>;

/** The state of step 2: what the shopper chose, what it costs, and its payment. */
export function useCheckout({ userId, startDraft, onBack }: Options) {
  const [draft] = useState(startDraft);
  const form = useForm<CheckoutDraft>({ defaultValues: draft, mode: 'onTouched', resolver });
  // Without defaults, fields that are not on screen would be missing.
  const chosen = { ...draft, ...useWatch({ control: form.control }) } as CheckoutDraft;
  const [isPaying, setIsPaying] = useState(false);
  const shown = useFrozenCart(isPaying);
  const { items } = shown;
  const input = quoteInputOf(chosen, shown);
  const priced = useRemote(quotes, input, { keepsPrevious: true });
  const { data: quote = null, dataArgs, isPrevious, isLoading, error, retry } = priced;
  // The previous price stays in its own currency until the new one is there.
  const code = dataArgs.currency;
  // The step loads it: to load it here again would take back a failure that is shown already.
  const provider = useRemoteState(paymentProvider, null);

  useKeptDraft(userId, form);
  useChangedCart(isPaying, onBack);

  useEffect(() => {
    if (quote === null || isPrevious) return;
    if (quote.price && !form.getValues('isMethodChosen')) form.setValue('shippingMethod', quote.price.shippingMethod);
    if (quote.codeRefusal !== null) refuseCode(form, quote.codeRefusal);
  }, [quote, isPrevious, form]);

  /** Shows a refusal where the shopper can resolve it. @returns false if it must be shown in another way */
  const resolve = async (refusal: unknown): Promise<boolean> => {
    if (codeRefusalOf(refusal) !== undefined || isMethodRefusal(refusal)) {
      await retry();
      return true;
    }
    if (refusal instanceof ApiError && refusal.code === 'textsChanged') {
      await retry();
      showOnce('info', refusal.message);
      return true;
    }
    if (await repairCart(refusal)) {
      if (checkout.changes !== null) return true;
      // Shipping, the discount or VAT has changed.
      await retry();
      showOnce('info', m.payment.totalChanged());
      return true;
    }
    const fields = Object.entries(fieldErrors(refusal)).filter(([name]) => /^(delivery|billing)\./.test(name));
    for (const [name, message] of fields) form.setError(name as 'delivery.city', { message });
    return fields.length > 0;
  };

  const price = quote?.price ?? null;
  const applied = quote?.codeRefusal ? { ...chosen, discountCode: '' } : chosen;
  const proposed = applied.isMethodChosen ? applied : { ...applied, shippingMethod: price?.shippingMethod ?? '' };
  const totalMinorUnits = price ? toMinorUnits(price.amount) : cartTotalMinorUnits(items, code);
  const payment =
    price && paymentOf(proposed, { items, currency: code, amount: toMajorUnits(totalMinorUnits), texts: price.texts });
  const isCurrent = quote !== null && !isPrevious && !isLoading && error === null;
  const { secretOf, failure, reset } = usePreparedPayment({
    payment: isComplete(proposed) ? payment : null,
    isQuoted: quote !== null,
    resolve,
  });

  let card: Card = { state: 'preparing' };
  if (failure !== null || quote?.isRefused) card = { state: failure ?? 'refused' };
  else if (provider.error !== null || (quote === null && error !== null)) card = { state: 'failed' };
  else if (provider.data !== undefined && quote !== null) card = { state: 'ready', provider: provider.data };

  return {
    form,
    items,
    code,
    quote,
    isCurrent,
    /** Whether the latest choices could not be priced. */
    isUnpriced: error !== null,
    isCodeApplied: chosen.discountCode !== '' && dataArgs.discountCode === chosen.discountCode && !quote?.codeRefusal,
    totalMinorUnits,
    card,
    isPaying,
    setIsPaying,
    isPayable: payment !== null && isCurrent,
    /** Applies a code that was typed and waits for the new price. Shows what is missing; focuses the first. */
    validate: async (): Promise<boolean> => {
      const { isCompany, vatId, checkedVatId } = form.getValues('billing');
      const toCheck = checkableVatId(vatId);
      if (isCompany && toCheck !== checkedVatId) {
        form.setValue('billing.checkedVatId', toCheck);
        // What it costs may change, and is said at the field.
        if (await form.trigger(undefined, { shouldFocus: true })) form.setFocus('billing.vatId');
        return false;
      }
      const typed = form.getValues('typedCode').trim();
      if (typed === '' || form.getValues('discountCode') !== '') return form.trigger(undefined, { shouldFocus: true });
      form.setValue('discountCode', typed);
      const withCode = { ...input, discountCode: typed };
      await quotes.load(withCode, { quiet: true });
      const { price = null, codeRefusal = null } = quotes.peek(withCode) ?? {};
      if (price !== null && codeRefusal === null) showOnce('info', m.payment.codeApplied());
      else form.setFocus('typedCode');
      return false;
    },
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
    /** Prices the cart again and, after a failure, loads the card form again. */
    retry: async () => {
      reset();
      await Promise.all([provider.error === null || paymentProvider.reload(null), retry()]);
    },
  };
}

/** Stores what the shopper types and chooses. */
function useKeptDraft(userId: string, form: UseFormReturn<CheckoutDraft>): void {
  useEffect(() => {
    const { unsubscribe } = form.watch((values) => {
      const { invalid: isRefused } = form.getFieldState('typedCode');
      keepDraft(userId, { ...(values as CheckoutDraft), ...(isRefused && { typedCode: '' }) });
    });
    return unsubscribe;
  }, [form, userId]);
}

/** Leads back to a cart that the shop has changed, but not while a payment is being confirmed. */
function useChangedCart(isPaying: boolean, onBack: () => void): void {
  const { changes } = useSnapshot(checkout);
  const goBack = useEffectEvent(onBack);
  useEffect(() => {
    if (changes !== null && !isPaying) goBack();
  }, [changes, isPaying]);
}

/** Says at the field why a code was refused. The price no longer asks for it. */
function refuseCode(form: UseFormReturn<CheckoutDraft>, message: string): void {
  form.setError('typedCode', { message });
  form.setValue('discountCode', '');
}

type Card =
  /** A toast shows why it failed. `refused` is permanent: retrying can't help. */
  { state: 'preparing' | 'failed' | 'refused' } | { state: 'ready'; provider: Provider };

/** The cart and the currency. While a payment is being confirmed, another tab can't change them. */
function useFrozenCart(isFrozen: boolean): ShownCart {
  const { items } = useSnapshot(cart) as typeof cart;
  const { code } = useSnapshot(currency);
  const [frozen, setFrozen] = useState<ShownCart>({ items, code });
  if (!isFrozen && (frozen.items !== items || frozen.code !== code)) setFrozen({ items, code });
  return frozen;
}

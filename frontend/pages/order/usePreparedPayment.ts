import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { showFailure } from '../../api/errors.ts';
import { cart, cartTotalMinorUnits } from '../../stores/cart.ts';
import { currency } from '../../stores/currency.ts';
import {
  isCartOutdated,
  isRefused,
  type PreparedPayment,
  preparePayment,
  type Quote,
  repairCart,
  sameQuote,
} from '../../stores/payment.ts';

type Preparation =
  /** A toast shows why it failed. `refused` is permanent: retrying can't help. */
  { state: 'preparing' | 'failed' | 'refused' } | ({ state: 'ready' } & PreparedPayment);

type Options = {
  /** Freezes the quote while a payment is being confirmed. */
  isPaying: boolean;
  /** Called after a cart that differed from the catalogue is updated. */
  onCartRepaired: () => void;
};

/** Prepares a payment for the cart, and a new one whenever the cart or currency changes. */
export function usePreparedPayment({ isPaying, onCartRepaired }: Options) {
  const { items } = useSnapshot(cart);
  const { code } = useSnapshot(currency);
  const shown: Quote = { lines: items, currency: code, totalMinorUnits: cartTotalMinorUnits(items, code) };
  const [quote, setQuote] = useState(shown);
  const [isCartRepaired, setIsCartRepaired] = useState(false);
  const [preparation, setPreparation] = useState<Preparation>({ state: 'preparing' });
  // The shopper reviews the updated cart before paying.
  if (!isPaying && !isCartRepaired && !sameQuote(shown, quote)) setQuote(shown);

  useEffect(() => {
    let isAwaited = true;
    const fail = (error: unknown) => {
      if (!isAwaited) return;
      showFailure(error);
      setPreparation({ state: isRefused(error) ? 'refused' : 'failed' });
    };
    const repairOrFail = async (refusal: unknown) => {
      if (!isAwaited) return;
      setIsCartRepaired(isCartOutdated(refusal));
      if (!(await repairCart(refusal))) return fail(refusal);
      if (isAwaited) onCartRepaired();
    };
    setPreparation({ state: 'preparing' });
    preparePayment(quote)
      .then((prepared) => isAwaited && setPreparation({ state: 'ready', ...prepared }), repairOrFail)
      .catch(fail);
    return () => {
      isAwaited = false;
    };
  }, [quote, onCartRepaired]);

  return { quote, preparation, retry: () => setQuote({ ...quote }) };
}

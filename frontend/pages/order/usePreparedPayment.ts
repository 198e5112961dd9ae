import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { cart, cartTotalMinorUnits } from '../../stores/cart.ts';
import { noteChanges } from '../../stores/checkout.ts';
import { currency } from '../../stores/currency.ts';
import { showFailure } from '../../stores/failure.ts';
import {
  isCartOutdated,
  isRefused,
  mendCart,
  type PreparedPayment,
  preparePayment,
  type Quote,
  sameQuote,
} from '../../stores/payment.ts';

type Preparation =
  | { state: 'preparing' }
  | ({ state: 'ready' } & PreparedPayment)
  /** `refused`: however often it is tried. */
  | { state: 'failed' | 'refused'; message: string };

type Options = {
  /** While a payment is being confirmed what is paid must not change under it. */
  isPaying: boolean;
  /** Called when the cart differed from the shop and has been mended. */
  onCartMended: () => void;
};

/** Has a payment prepared for the cart, and anew whenever the cart or the currency changes. */
export function usePreparedPayment({ isPaying, onCartMended }: Options) {
  const { items } = useSnapshot(cart);
  const { code } = useSnapshot(currency);
  const shown: Quote = { lines: items, currency: code, totalMinorUnits: cartTotalMinorUnits(items, code) };
  const [quote, setQuote] = useState(shown);
  const [isCartMended, setIsCartMended] = useState(false);
  const [preparation, setPreparation] = useState<Preparation>({ state: 'preparing' });
  // A cart that was mended is to be looked at before it is paid: nothing is prepared for it yet.
  if (!isPaying && !isCartMended && !sameQuote(shown, quote)) setQuote(shown);

  useEffect(() => {
    let isAwaited = true;
    const fail = (error: unknown) => {
      if (isAwaited) setPreparation({ state: isRefused(error) ? 'refused' : 'failed', message: showFailure(error) });
    };
    const mendOrFail = async (refusal: unknown) => {
      if (!isAwaited) return;
      setIsCartMended(isCartOutdated(refusal));
      const changes = await mendCart(refusal);
      if (!changes) return fail(refusal);
      noteChanges(changes);
      if (isAwaited) onCartMended();
    };
    setPreparation({ state: 'preparing' });
    preparePayment(quote)
      .then((prepared) => isAwaited && setPreparation({ state: 'ready', ...prepared }), mendOrFail)
      .catch(fail);
    return () => {
      isAwaited = false;
    };
  }, [quote, onCartMended]);

  return { quote, preparation, retry: () => setQuote({ ...quote }) };
}

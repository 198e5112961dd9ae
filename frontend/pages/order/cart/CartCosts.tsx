import { useSnapshot } from 'valtio';
import { PICKUP } from '#contract/orders/delivery.ts';
import type { QuoteView } from '#contract/orders/payments.ts';
import { type CurrencyCode, formatAmount, toMajorUnits, toMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { cartQuote } from '../../../api/payments.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { cart, orderedItems } from '../../../stores/cart.ts';
import { currency } from '../../../stores/currency.ts';
import styles from './CartCosts.module.css';

/** What the delivery of the cart costs, and whether VAT is in the total. It's all that is known without an address. */
export function CartCosts() {
  const { items } = useSnapshot(cart) as typeof cart;
  const { code } = useSnapshot(currency);
  const input = { items: orderedItems(items), currency: code, prefersDelivery: true };
  const { data, dataArgs, failure } = useRemote(cartQuote, input, { keepsPrevious: true, isQuiet: true });
  // After a refusal, those of an earlier cart would be wrong.
  const texts =
    failure || !data
      ? []
      : [
          deliveryText(data, dataArgs.currency),
          data.tax.amount > 0 && m.checkout.vatIncluded(),
          code !== 'EUR' && m.checkout.pricesConverted(),
        ];
  return <span className={styles.costs}>{texts.filter(Boolean).join(' ')}</span>;
}

/** The cheapest delivery, and how much more makes it free. */
function deliveryText({ shippingMethods, shippingMethod, subtotal }: QuoteView, code: CurrencyCode): string {
  const method = shippingMethods.find((offered) => offered.code === shippingMethod);
  if (method === undefined || method.code === PICKUP) return m.checkout.deliveryLater();
  const { price, freeFrom } = method;
  if (price === 0) return m.checkout.freeDelivery();
  const missing = freeFrom === null ? 0 : toMinorUnits(freeFrom) - toMinorUnits(subtotal);
  const from = m.checkout.deliveryFrom({ price: formatAmount(price, code) });
  if (missing <= 0) return from;
  return `${from} ${m.checkout.missingForFree({ amount: formatAmount(toMajorUnits(missing), code) })}`;
}

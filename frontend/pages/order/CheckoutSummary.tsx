import { formatAmount, formatLineTotal, formatMinorUnits, toCents } from '#contract/values/money.ts';
import { formatDecimal } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Sum } from '../../components/order/OrderSums.tsx';
import { GuaranteeNotice } from '../../components/product/GuaranteeNotice.tsx';
import type { CartItem } from '../../stores/cart.ts';
import { CartNoteBox } from './cart/CartNoteBox.tsx';
import { DiscountCode } from './DiscountCode.tsx';
import { Summary } from './Summary.tsx';
import type { Checkout } from './useCheckout.ts';

/** The lines of the order and what each choice adds to or takes off its price. */
export function CheckoutSummary({ checkout }: { checkout: Checkout }) {
  const { form, items, code, quote, isCurrent, isUnpriced, totalMinorUnits, isPaying } = checkout;
  const price = quote?.price;
  const method = price?.shippingMethods.find((offered) => offered.code === price.shippingMethod);
  // The cart knows prices with VAT alone.
  const lineAmount = ({ _id, price: gross, count }: Pick<CartItem, '_id' | 'price' | 'count'>) => {
    const net = price?.reverseCharge ? price.lines.find(({ productId }) => productId === _id) : undefined;
    return net ? formatAmount(net.amount, code) : formatLineTotal(toCents(gross), count, code);
  };
  return (
    <Summary
      title={m.checkout.yourOrder()}
      lines={items.map(({ _id, title, price, count }) => (
        <Sum
          key={_id}
          name={
            <>
              <bdi>{title}</bdi> <span className="nowrap">{`× ${count}`}</span>
            </>
          }
          amount={lineAmount({ _id, price, count })}
        />
      ))}
      sums={
        price && (
          <>
            <Sum name={m.checkout.subtotal()} amount={formatAmount(price.subtotal, code)} />
            {price.discount > 0 && (
              <Sum name={m.checkout.discount()} amount={`−${formatAmount(price.discount, code)}`} />
            )}
            <Sum
              name={method?.name ?? m.checkout.shipping()}
              amount={price.shipping > 0 ? formatAmount(price.shipping, code) : m.checkout.free()}
            />
          </>
        )
      }
      total={formatMinorUnits(totalMinorUnits, code)}
      note={
        price && (
          <>
            {price.taxes.map(
              ({ rate, amount }) =>
                amount > 0 && (
                  <p key={rate}>
                    {m.checkout.includesVat({ amount: formatAmount(amount, code), rate: formatDecimal(rate) })}
                  </p>
                ),
            )}
            {price.reverseCharge && <p>{m.vat.reverseCharge()}</p>}
          </>
        )
      }
      isUpdating={quote !== null && !isCurrent}
    >
      {isUnpriced && quote !== null && (
        <CartNoteBox
          title={m.payment.unpriced()}
          action={
            <ActionButton size="small" action={checkout.retry}>
              {m.common.retry()}
            </ActionButton>
          }
        />
      )}
      <DiscountCode form={form} isApplied={checkout.isCodeApplied} isDisabled={isPaying} />
      <GuaranteeNotice />
    </Summary>
  );
}

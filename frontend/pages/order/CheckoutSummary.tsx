import { formatAmount, formatLineTotal, formatMinorUnits, toCents } from '#contract/money.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { paymentMessage } from '../../texts/paymentMessages.ts';
import { CartNoteBox } from './CartNoteBox.tsx';
import { DiscountCode } from './DiscountCode.tsx';
import { Summary } from './Summary.tsx';
import type { Checkout } from './useCheckout.ts';

/** The lines of the order and what each choice adds to or takes off its price. */
export function CheckoutSummary({ checkout }: { checkout: Checkout }) {
  const { form, items, code, quote, isCurrent, isUnpriced, totalMinorUnits, isPaying } = checkout;
  const price = quote?.price;
  const method = price?.shippingMethods.find((offered) => offered.code === price.shippingMethod);
  const rows = items.map((item) => ({
    key: item._id,
    name: (
      <>
        <bdi>{item.title}</bdi> <span>{`× ${item.count}`}</span>
      </>
    ),
    value: formatLineTotal(toCents(item.price), item.count, code),
  }));
  const sums = price
    ? [
        { key: 'subtotal', name: 'Subtotal', value: formatAmount(price.subtotal, code) },
        ...(price.discount > 0
          ? [{ key: 'discount', name: 'Discount', value: `−${formatAmount(price.discount, code)}` }]
          : []),
        {
          key: 'shipping',
          name: method?.name ?? 'Shipping',
          value: price.shipping > 0 ? formatAmount(price.shipping, code) : 'Free',
        },
      ]
    : [];
  return (
    <Summary
      title="Your order"
      rows={rows}
      sums={sums}
      total={formatMinorUnits(totalMinorUnits, code)}
      note={
        price && price.tax.amount > 0 && `Includes ${formatAmount(price.tax.amount, code)} VAT (${price.tax.rate}%)`
      }
      isUpdating={quote !== null && !isCurrent}
    >
      {isUnpriced && quote !== null && (
        <CartNoteBox
          title={paymentMessage.unpriced}
          action={
            <ActionButton size="small" action={checkout.retry}>
              Retry
            </ActionButton>
          }
        />
      )}
      <DiscountCode form={form} isApplied={checkout.isCodeApplied} isDisabled={isPaying} />
    </Summary>
  );
}

import { type UseFormReturn, useWatch } from 'react-hook-form';
import { arrivalText, PICKUP } from '#contract/orders/delivery.ts';
import type { OfferedMethodView } from '#contract/orders/payments.ts';
import { type CurrencyCode, formatAmount } from '#contract/values/money.ts';
import { m } from '#messages';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import type { CheckoutDraft } from '../../../stores/checkoutDraft.ts';
import type { Quote } from '../../../stores/quote.ts';
import { contact } from '../../../texts/contact.ts';
import { shop } from '../../../texts/shop.ts';
import { Choice, Choices } from './Choice.tsx';

type ShippingOptionsProps = { form: UseFormReturn<CheckoutDraft>; quote: Quote | null; currency: CurrencyCode };

/** The ways to get the order, with their prices, and when it arrives. */
export function ShippingOptions({ form, quote, currency }: ShippingOptionsProps) {
  if (quote === null) return <Skeleton height="4rem" />;
  const { shippingMethods, methodRefusal } = quote;
  return (
    <Choices legend={m.checkout.shippingMethod()}>
      {methodRefusal !== null && (
        <InlineError>
          {shippingMethods.length > 0
            ? m.checkout.chooseAnotherMethod({ reason: methodRefusal })
            : m.checkout.noDelivery()}
        </InlineError>
      )}
      {shippingMethods.map((method) => (
        <Option key={method.code} form={form} method={method} currency={currency} />
      ))}
    </Choices>
  );
}

type OptionProps = { form: UseFormReturn<CheckoutDraft>; method: OfferedMethodView; currency: CurrencyCode };

function Option({ form, method, currency }: OptionProps) {
  const { code, name, price } = method;
  const now = new Date();
  const isChosen = useWatch({ control: form.control, name: 'shippingMethod' }) === code;
  return (
    <Choice
      name="shippingMethod"
      value={code}
      checked={isChosen}
      onChange={() => {
        form.setValue('isMethodChosen', true);
        form.setValue('shippingMethod', code);
      }}
    >
      <span className="stack gap-1 grow">
        <span className="medium breaks" dir="auto">
          {name}
        </span>
        <span className="soft text-note">{arrivalText(method, now, shop.timeZone, now)}</span>
        {code === PICKUP && contact.address && <bdi className="soft text-note breaks">{contact.address}</bdi>}
      </span>
      <span className="medium numbers nowrap">{price > 0 ? formatAmount(price, currency) : m.checkout.free()}</span>
    </Choice>
  );
}

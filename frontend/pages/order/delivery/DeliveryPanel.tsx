import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { addressLines } from '#contract/address-forms.ts';
import { PICKUP } from '#contract/delivery.ts';
import type { CurrencyCode } from '#contract/money.ts';
import type { DeliveryView } from '#contract/orders.ts';
import { type CheckoutDefaults, NOTE_MAX } from '#contract/payments.ts';
import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import { TextArea } from '../../../components/forms/Field.tsx';
import { Address } from '../../../components/order/Address.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import type { CheckoutDraft } from '../../../stores/checkoutDraft.ts';
import type { Quote } from '../../../stores/quote.ts';
import { PAY_FORM } from '../payment/PaymentForm.tsx';
import { AddressFields } from './AddressFields.tsx';
import { CountryField } from './CountryField.tsx';
import { ShippingOptions } from './ShippingOptions.tsx';

type DeliveryPanelProps = {
  form: UseFormReturn<CheckoutDraft>;
  /** Undefined while they are unknown. */
  defaults: CheckoutDefaults | undefined;
  quote: Quote | null;
  currency: CurrencyCode;
  isDisabled: boolean;
};

/** Where and how the order goes. */
export function DeliveryPanel({ form, defaults, quote, currency, isDisabled }: DeliveryPanelProps) {
  const [shippingMethod, note] = useWatch({ control: form.control, name: ['shippingMethod', 'note'] });
  const [isKnown, setIsKnown] = useState(() => isAddressOf(defaults, form.getValues('delivery')));
  // For good: the fields must not fold again while the shopper corrects them.
  if (isKnown && (form.formState.errors.delivery || quote?.methodRefusal)) setIsKnown(false);
  const change = () => {
    flushSync(() => setIsKnown(false));
    form.setFocus('delivery.country');
  };
  return (
    <TitledPanel title={m.checkout.delivery()} className="gap-5 roomy">
      <fieldset className="stack" disabled={isDisabled}>
        {!isKnown && <CountryField form={form} defaults={defaults} />}
        <ShippingOptions form={form} quote={quote} currency={currency} />
        {shippingMethod !== PICKUP &&
          shippingMethod !== '' &&
          (isKnown ? (
            <KnownAddress delivery={form.getValues('delivery')} onChange={change} />
          ) : (
            <AddressFields form={form} />
          ))}
        <TextArea
          {...form.register('note')}
          form={PAY_FORM}
          label={m.checkout.note()}
          rows={2}
          maxLength={NOTE_MAX}
          limit={note.length > NOTE_MAX / 2 ? { length: note.length, max: NOTE_MAX } : undefined}
        />
      </fieldset>
    </TitledPanel>
  );
}

/** Whether a shopper who has ordered before starts with the address of that order. */
function isAddressOf(defaults: CheckoutDefaults | undefined, delivery: DeliveryView): boolean {
  const last = defaults?.last?.delivery;
  return !!last && addressLines(last).join('\n') === addressLines(delivery).join('\n');
}

function KnownAddress({ delivery, onChange }: { delivery: DeliveryView; onChange: () => void }) {
  return (
    <div className="row spread">
      <div className="stack gap-1 grow">
        <p className="medium text-compact">{m.checkout.deliverTo()}</p>
        <Address delivery={delivery} />
      </div>
      <Button size="small" onClick={onChange}>
        <Sentence of={m.checkout.changeAddress()} parts={{ hidden }} />
      </Button>
    </div>
  );
}

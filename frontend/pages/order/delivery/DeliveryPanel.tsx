import { type UseFormReturn, useWatch } from 'react-hook-form';
import { PICKUP } from '#contract/delivery.ts';
import type { CurrencyCode } from '#contract/money.ts';
import { type CheckoutDefaults, NOTE_MAX } from '#contract/payments.ts';
import { TextArea } from '../../../components/forms/Field.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import type { CheckoutDraft } from '../../../stores/checkoutDraft.ts';
import type { Quote } from '../../../stores/quote.ts';
import { PAY_FORM } from '../PaymentForm.tsx';
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
  return (
    <TitledPanel title="Delivery" className="gap-5 roomy">
      <fieldset className="stack" disabled={isDisabled}>
        <CountryField form={form} defaults={defaults} />
        <ShippingOptions form={form} quote={quote} currency={currency} />
        {shippingMethod !== PICKUP && shippingMethod !== '' && <AddressFields form={form} />}
        <TextArea
          {...form.register('note')}
          form={PAY_FORM}
          label="Order note (optional)"
          rows={2}
          maxLength={NOTE_MAX}
          limit={note.length > NOTE_MAX / 2 ? { length: note.length, max: NOTE_MAX } : undefined}
        />
      </fieldset>
    </TitledPanel>
  );
}

import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { PICKUP } from '#contract/orders/delivery.ts';
import type { DeliveryView } from '#contract/orders/orders.ts';
import { type CheckoutDefaults, NOTE_MAX } from '#contract/orders/payments.ts';
import type { AddressView } from '#contract/users/address-book.ts';
import { PROFILE_FIELD_MAX } from '#contract/users/users.ts';
import { addressLines } from '#contract/values/address-forms.ts';
import type { CurrencyCode } from '#contract/values/money.ts';
import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import { Field, TextArea } from '../../../components/forms/Field.tsx';
import { fieldsOf } from '../../../components/forms/Form.tsx';
import { Address } from '../../../components/order/Address.tsx';
import { AddressFields } from '../../../components/order/AddressFields.tsx';
import { CountryField, languageCountries } from '../../../components/order/CountryField.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import { type CheckoutDraft, deliveryTo } from '../../../stores/checkoutDraft.ts';
import type { Quote } from '../../../stores/quote.ts';
import { PAY_FORM } from '../payment/PaymentForm.tsx';
import { SavedAddresses } from './SavedAddresses.tsx';
import { ShippingOptions } from './ShippingOptions.tsx';

type DeliveryPanelProps = {
  form: UseFormReturn<CheckoutDraft>;
  /** Whether the shopper has typed the draft before. */
  isStored: boolean;
  /** Undefined while they are unknown. */
  defaults: CheckoutDefaults | undefined;
  saved: readonly AddressView[];
  quote: Quote | null;
  currency: CurrencyCode;
  isDisabled: boolean;
};

/** Where and how the order goes. */
export function DeliveryPanel({ form, isStored, defaults, saved, quote, currency, isDisabled }: DeliveryPanelProps) {
  const { control, getValues, setValue, clearErrors, setFocus, formState } = form;
  const [shippingMethod, note, country] = useWatch({ control, name: ['shippingMethod', 'note', 'delivery.country'] });
  const [isKnown, setIsKnown] = useState(() => {
    const known = [defaults?.last?.delivery, ...(isStored ? [] : saved.map(deliveryTo))];
    return known.some((address) => address && isSameAddress(address, getValues('delivery')));
  });
  // For good: the fields must not fold again while the shopper corrects them.
  if (isKnown && (formState.errors.delivery || quote?.methodRefusal)) setIsKnown(false);
  const change = () => {
    flushSync(() => setIsKnown(false));
    setFocus('delivery.country');
  };
  const fillIn = (address: AddressView) => {
    setValue('delivery', deliveryTo(address));
    clearErrors('delivery');
  };
  const registered = fieldsOf(form);
  const field = (name: keyof DeliveryView) => ({ ...registered(`delivery.${name}`), form: PAY_FORM });
  const served = defaults?.countries ?? null;
  const likely = {
    label: served === null ? m.checkout.suggestedCountries() : m.checkout.deliveryCountries(),
    codes: served ?? [defaults?.country ?? '', ...languageCountries()],
  };
  return (
    <TitledPanel title={m.checkout.delivery()} className="gap-5 roomy">
      <fieldset className="stack" disabled={isDisabled}>
        {!isKnown && (
          <>
            <SavedAddresses saved={saved} onChoose={fillIn} />
            <CountryField
              {...registered('delivery.country', { onChange: () => setValue('delivery.state', '') })}
              form={PAY_FORM}
              first={likely}
              autoComplete="shipping country"
            />
          </>
        )}
        <ShippingOptions form={form} quote={quote} currency={currency} />
        {shippingMethod !== PICKUP &&
          shippingMethod !== '' &&
          (isKnown ? (
            <KnownAddress delivery={getValues('delivery')} onChange={change} />
          ) : (
            <>
              <AddressFields country={country} field={field} section="shipping" />
              <Field
                {...field('phoneNumber')}
                label={m.checkout.phoneNumber()}
                type="tel"
                autoComplete="shipping tel"
                maxLength={PROFILE_FIELD_MAX}
              />
            </>
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

function isSameAddress(one: DeliveryView, other: DeliveryView): boolean {
  return addressLines(one).join('\n') === addressLines(other).join('\n');
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

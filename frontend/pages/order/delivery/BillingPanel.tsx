import { type UseFormReturn, useWatch } from 'react-hook-form';
import { PICKUP } from '#contract/orders/delivery.ts';
import type { AddressView } from '#contract/users/address-book.ts';
import { PROFILE_FIELD_MAX } from '#contract/users/users.ts';
import { m } from '#messages';
import { Field } from '../../../components/forms/Field.tsx';
import { fieldsOf } from '../../../components/forms/Form.tsx';
import { SwitchField } from '../../../components/forms/SwitchField.tsx';
import { AddressFields } from '../../../components/order/AddressFields.tsx';
import { CountryField } from '../../../components/order/CountryField.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import { type BillingDraft, billingTo, type CheckoutDraft } from '../../../stores/checkoutDraft.ts';
import type { Quote } from '../../../stores/quote.ts';
import { checkableVatId, hasOwnAddress } from '../checkoutForm.ts';
import { PAY_FORM } from '../payment/PaymentForm.tsx';
import { Choice, Choices } from './Choice.tsx';
import { SavedAddresses } from './SavedAddresses.tsx';
import { VatCheckText } from './VatCheckText.tsx';

type BillingPanelProps = {
  form: UseFormReturn<CheckoutDraft>;
  saved: readonly AddressView[];
  quote: Quote | null;
  /** Whether the quote is of the latest choices. */
  isCurrent: boolean;
  isDisabled: boolean;
};

/** Whom the order is billed to: by default, nobody else than it goes to. A company and another address unfold. */
export function BillingPanel({ form, saved, quote, isCurrent, isDisabled }: BillingPanelProps) {
  const { control, getValues, setValue, clearErrors } = form;
  const [shippingMethod, billing] = useWatch({ control, name: ['shippingMethod', 'billing'] });
  const { isCompany, isOwn, country } = billing;
  const isPickup = shippingMethod === PICKUP;
  const hasOwn = hasOwnAddress({ shippingMethod, billing });
  const registered = fieldsOf(form);
  const field = (name: keyof BillingDraft) => ({ ...registered(`billing.${name}`), form: PAY_FORM });
  const billTo = (toCompany: boolean, toOwn: boolean) => {
    setValue('billing.isCompany', toCompany);
    setValue('billing.isOwn', toOwn);
  };
  const fillIn = (address: AddressView) => {
    setValue('billing', billingTo(address, billing));
    clearErrors('billing');
  };
  const vatId = registered('billing.vatId', {
    onBlur: () => setValue('billing.checkedVatId', checkableVatId(getValues('billing.vatId'))),
  });
  return (
    <TitledPanel title={m.billing.title()} className="roomy">
      <fieldset className="stack" disabled={isDisabled}>
        <Choices legend={m.billing.billTo()}>
          <Choice name="billTo" checked={!isCompany && !isOwn} onChange={() => billTo(false, false)}>
            {isPickup ? m.billing.none() : m.billing.asDelivery()}
          </Choice>
          <Choice name="billTo" checked={!isCompany && isOwn} onChange={() => billTo(false, true)}>
            {isPickup ? m.billing.addAddress() : m.billing.otherAddress()}
          </Choice>
          <Choice name="billTo" checked={isCompany} onChange={() => billTo(true, false)}>
            {m.billing.isCompany()}
          </Choice>
        </Choices>
        {isCompany && (
          <>
            <Field
              {...field('company')}
              label={m.billing.company()}
              autoComplete="billing organization"
              maxLength={PROFILE_FIELD_MAX}
              required
            />
            <div className="stack gap-2">
              <Field
                {...vatId}
                form={PAY_FORM}
                label={m.addresses.vatId()}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
              <VatCheckText billing={billing} quote={quote} isCurrent={isCurrent} />
            </div>
          </>
        )}
        {isCompany && !isPickup && <SwitchField {...field('isOwn')} label={m.billing.companyAddress()} />}
        {hasOwn && (
          <>
            <SavedAddresses saved={saved} onChoose={fillIn} />
            <CountryField
              {...registered('billing.country', { onChange: () => setValue('billing.state', '') })}
              form={PAY_FORM}
              autoComplete="billing country"
            />
            <AddressFields country={country} field={field} section="billing" isNameOptional={isCompany} />
          </>
        )}
      </fieldset>
    </TitledPanel>
  );
}

import type { UseFormReturn } from 'react-hook-form';
import type { DeliveryField } from '#contract/payments.input.ts';
import { PROFILE_FIELD_MAX } from '#contract/users.ts';
import { m } from '#messages';
import { Field } from '../../../components/forms/Field.tsx';
import { FieldPair, fieldsOf } from '../../../components/forms/Form.tsx';
import type { CheckoutDraft } from '../../../stores/checkoutDraft.ts';
import { PAY_FORM } from '../payment/PaymentForm.tsx';

/** The address of an order that is delivered; the country is a field of its own. */
export function AddressFields({ form }: { form: UseFormReturn<CheckoutDraft> }) {
  const registered = fieldsOf(form);
  const field = (name: Exclude<DeliveryField, 'country'>, token: string) => ({
    ...registered(`delivery.${name}`),
    autoComplete: `shipping ${token}`,
    maxLength: PROFILE_FIELD_MAX,
    form: PAY_FORM,
  });
  return (
    <>
      <Field {...field('name', 'name')} label={m.checkout.fullName()} required />
      <Field {...field('address', 'address-line1')} label={m.forms.address()} required />
      <FieldPair>
        <Field {...field('city', 'address-level2')} label={m.forms.city()} required />
        <Field {...field('postCode', 'postal-code')} label={m.forms.postCode()} required />
      </FieldPair>
      <Field {...field('phoneNumber', 'tel')} label={m.checkout.phoneNumber()} type="tel" />
    </>
  );
}

import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import type { AddressView } from '#contract/users/address-book.ts';
import { PROFILE_FIELD_MAX } from '#contract/users/users.ts';
import { addressProblems } from '#contract/values/address-forms.ts';
import { m } from '#messages';
import { type AddressValues, saveAddress } from '../../../api/addresses.ts';
import { showToast } from '../../../browser/toasts.ts';
import { Field } from '../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';
import { formErrors } from '../../../components/forms/formErrors.ts';
import { SwitchField } from '../../../components/forms/SwitchField.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { AddressFields } from '../../../components/order/AddressFields.tsx';
import { CountryField } from '../../../components/order/CountryField.tsx';

type AddressFormProps = {
  /** Null for a new one. */
  address: AddressView | null;
  isFirst: boolean;
  onClose: () => void;
};

const blank: AddressValues = {
  company: '',
  name: '',
  address: '',
  city: '',
  postCode: '',
  state: '',
  country: '',
  vatId: '',
  phoneNumber: '',
  isDefault: false,
};

/** Adds or edits an address. */
export function AddressForm({ address, isFirst, onClose }: AddressFormProps) {
  const { _id: id = null, ...values } = address ?? { ...blank, _id: undefined };
  const form = useForm<AddressValues>({ resolver, defaultValues: { ...blank, ...values } });
  const field = fieldsOf(form);
  const [country, company] = useWatch({ control: form.control, name: ['country', 'company'] });
  const submit = submitOf(form, async (sent) => {
    showToast('success', await saveAddress(id, sent));
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      <CountryField {...field('country', { onChange: () => form.setValue('state', '') })} autoComplete="country" />
      <Field
        {...field('company')}
        label={m.addresses.company()}
        autoComplete="organization"
        maxLength={PROFILE_FIELD_MAX}
      />
      <AddressFields country={country} field={field} isNameOptional={company.trim() !== ''} />
      <Field {...field('phoneNumber')} label={m.checkout.phoneNumber()} type="tel" autoComplete="tel" />
      <Field {...field('vatId')} label={m.addresses.vatId()} autoComplete="off" autoCapitalize="characters" />
      {!isFirst && !address?.isDefault && <SwitchField {...field('isDefault')} label={m.addresses.makeDefault()} />}
      <FormActions form={form} action={m.common.save()} onCancel={onClose} />
    </Form>
  );
}

function resolver(values: AddressValues) {
  const trimmed = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  const sent: AddressValues = Object.fromEntries(trimmed);
  const errors = formErrors(addressProblems(sent));
  if (Object.keys(errors).length > 0) return { values: {}, errors: errors as FieldErrors<AddressValues> };
  return { values: sent, errors: {} };
}

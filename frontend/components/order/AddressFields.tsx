import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { PROFILE_FIELD_MAX } from '#contract/users/users.ts';
import { type PlaceField, placeFields } from '#contract/values/address-forms.ts';
import { statesOf } from '#contract/values/states.ts';
import { currentLanguage, m } from '#messages';
import { Field } from '../forms/Field.tsx';
import { FieldPair } from '../forms/Form.tsx';
import { SelectField } from '../forms/SelectField.tsx';

type AddressFieldsProps = {
  country: string;
  /** The result of `fieldsOf` for the form. */
  field: (name: 'name' | 'address' | PlaceField) => UseFormRegisterReturn & { error?: string; form?: string };
  /** Whose address browsers should fill in; the user's own by default. */
  section?: 'shipping' | 'billing';
  /** A company may be addressed without a person. */
  isNameOptional?: boolean;
};

/** The fields of an address, in the order of its country; the country is a field of its own. */
export function AddressFields({ country, field, section, isNameOptional = false }: AddressFieldsProps) {
  const completed = (name: 'name' | 'address' | PlaceField, token: string) => ({
    ...field(name),
    autoComplete: section === undefined ? token : `${section} ${token}`,
  });
  const text = (...named: Parameters<typeof completed>) => ({ ...completed(...named), maxLength: PROFILE_FIELD_MAX });
  // In the order on screen, in which the form focuses the first field with an error.
  const place = (name: PlaceField) => {
    if (name === 'city') {
      return <Field key={name} {...text(name, 'address-level2')} label={m.forms.city()} required />;
    }
    if (name === 'postCode') {
      return <Field key={name} {...text(name, 'postal-code')} label={m.forms.postCode()} required />;
    }
    return <StateField key={name} {...completed(name, 'address-level1')} country={country} />;
  };
  return (
    <>
      <Field
        {...text('name', 'name')}
        label={isNameOptional ? m.addresses.optionalName() : m.checkout.fullName()}
        required={!isNameOptional}
      />
      <Field {...text('address', 'address-line1')} label={m.forms.address()} required />
      <FieldPair>{placeFields(country).map(place)}</FieldPair>
    </>
  );
}

/** Countries that call their states provinces. */
const PROVINCES = ['CA', 'IT'];

type StateFieldProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> & { country: string };

function StateField({ country, ...select }: StateFieldProps) {
  const { compare } = new Intl.Collator(currentLanguage().locale);
  const states = [...statesOf(country)].sort(([, one], [, other]) => compare(one, other));
  return (
    <SelectField {...select} label={PROVINCES.includes(country) ? m.addresses.province() : m.addresses.state()}>
      <option value="">{m.addresses.choose()}</option>
      {states.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

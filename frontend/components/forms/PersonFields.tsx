import type { UseFormRegisterReturn } from 'react-hook-form';
import { genders } from '#contract/users/users.ts';
import { m } from '#messages';
import { Field } from './Field.tsx';
import { FieldPair } from './Form.tsx';
import { genderName } from './genderName.ts';
import { SelectField } from './SelectField.tsx';

/** The `autocomplete` token of each personal detail. */
const autoComplete = {
  firstName: 'given-name',
  lastName: 'family-name',
  gender: 'sex',
  address: 'street-address',
  city: 'address-level2',
  postCode: 'postal-code',
  phoneNumber: 'tel',
} as const;

type PersonFieldsProps = {
  /** The result of `fieldsOf` for the form. */
  field: (name: keyof typeof autoComplete) => UseFormRegisterReturn & { error?: string };
  /** Turns off autocomplete, for a form about another person. */
  isOtherPerson?: boolean;
};

/** The fields for personal details. */
export function PersonFields({ field, isOtherPerson = false }: PersonFieldsProps) {
  const person = (name: keyof typeof autoComplete) => ({
    ...field(name),
    autoComplete: isOtherPerson ? 'off' : autoComplete[name],
  });
  return (
    <>
      <FieldPair>
        <Field {...person('firstName')} label={m.forms.firstName()} />
        <Field {...person('lastName')} label={m.forms.lastName()} />
      </FieldPair>
      <SelectField {...person('gender')} label={m.forms.gender()}>
        {genders.toReversed().map((gender) => (
          <option key={gender} value={gender}>
            {genderName(gender) || m.forms.notSpecified()}
          </option>
        ))}
      </SelectField>
      <Field {...person('address')} label={m.forms.address()} />
      <FieldPair>
        <Field {...person('city')} label={m.forms.city()} />
        <Field {...person('postCode')} label={m.forms.postCode()} />
      </FieldPair>
      <Field {...person('phoneNumber')} label={m.forms.phoneNumber()} type="tel" />
    </>
  );
}

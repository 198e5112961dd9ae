import type { UseFormRegisterReturn } from 'react-hook-form';
import { genders } from '#contract/users.ts';
import { Field } from './Field.tsx';
import { FieldPair } from './Form.tsx';
import { genderNames } from './genderNames.ts';
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
        <Field {...person('firstName')} label="First name" />
        <Field {...person('lastName')} label="Last name" />
      </FieldPair>
      <SelectField {...person('gender')} label="Gender">
        {genders.toReversed().map((gender) => (
          <option key={gender} value={gender}>
            {genderNames[gender] || 'Not specified'}
          </option>
        ))}
      </SelectField>
      <Field {...person('address')} label="Address" />
      <FieldPair>
        <Field {...person('city')} label="City" />
        <Field {...person('postCode')} label="Post code" />
      </FieldPair>
      <Field {...person('phoneNumber')} label="Phone number" type="tel" />
    </>
  );
}

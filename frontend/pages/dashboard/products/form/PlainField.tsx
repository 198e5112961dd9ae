import type { ComponentProps, ReactNode } from 'react';
import { type ProductField, type ProductFieldName, productField } from '#contract/product-fields.input.ts';
import { Field, TextArea } from '../../../../components/forms/Field.tsx';
import { SwitchField } from '../../../../components/forms/SwitchField.tsx';
import { Unit } from './FormSection.tsx';

type PlainFieldProps = {
  name: ProductFieldName;
  /** The attributes of its control; see fieldsOf. */
  field: Pick<ComponentProps<typeof Field>, 'name' | 'error' | 'required' | 'lang' | 'dir' | 'placeholder'>;
  /** What is typed. */
  value?: string;
};

/** The control of a plain field, by its kind. */
export function PlainField({ name, field, value = '' }: PlainFieldProps): ReactNode {
  const { kind, label, hint, isRequired, translatedMax }: ProductField = productField(name);
  const labelled = { required: isRequired, ...field, label: label(), hint: hint?.() };
  switch (kind) {
    case 'flag':
      return <SwitchField {...labelled} />;
    case 'prose':
      return <TextArea {...labelled} rows={6} limit={{ length: value.length, max: translatedMax ?? 0 }} />;
    case 'amount':
      return <Field {...labelled} inputMode="decimal" autoComplete="off" trailing={<Unit>€</Unit>} />;
    case 'wholeNumber':
      return <Field {...labelled} inputMode="numeric" autoComplete="off" />;
    case 'instant':
      return <Field {...labelled} type="datetime-local" />;
    default:
      return <Field {...labelled} autoComplete="off" />;
  }
}

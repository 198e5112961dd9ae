import type { ComponentProps, ReactNode } from 'react';
import type { Path, UseFormReturn } from 'react-hook-form';
import {
  type ProductField,
  type ProductFieldName,
  productField,
  type ValueField,
} from '#contract/catalogue/product-fields.input.ts';
import { m } from '#messages';
import { companies } from '../../../../api/admin/companies.ts';
import { Field, TextArea } from '../../../../components/forms/Field.tsx';
import { fieldsOf } from '../../../../components/forms/Form.tsx';
import { SelectField } from '../../../../components/forms/SelectField.tsx';
import { SwitchField } from '../../../../components/forms/SwitchField.tsx';
import { Unit } from './FormSection.tsx';
import type { ProductText, ProductValues } from './productTypes.ts';

type PlainFieldProps = {
  name: ProductFieldName;
  /** The attributes of its control; see fieldsOf. */
  field: Pick<ComponentProps<typeof Field>, 'name' | 'error' | 'required' | 'lang' | 'dir' | 'placeholder'>;
  /** What is typed. */
  value?: string;
};

/** The control of a plain field, by its kind. */
export function PlainField({ name, field, value }: PlainFieldProps): ReactNode {
  const { isRequired, ...plain } = productField(name);
  const required = isRequired === true && field.required !== false;
  return <ValueControl {...plain} field={{ ...field, required }} value={value} />;
}

type FormProps = { form: UseFormReturn<ProductText, unknown, ProductValues>; name: ProductFieldName };

/** The controls of a plain field: one, or one for each of its parts. */
export function PlainControls({ form, name }: FormProps): ReactNode {
  const field = fieldsOf(form);
  const { parts }: ProductField = productField(name);
  if (!parts) return <PlainField name={name} field={field(name)} />;
  return Object.entries(parts).map(([part, value]) => (
    <ValueControl key={part} {...value} field={field(`${name}.${part}` as Path<ProductText>)} />
  ));
}

type ValueControlProps = ValueField &
  Pick<ProductField, 'translatedMax' | 'initial'> &
  Pick<PlainFieldProps, 'field' | 'value'>;

function ValueControl({ field, value = '', ...described }: ValueControlProps): ReactNode {
  const { kind, label, hint, none = m.products.none, choices = {}, unit, translatedMax = 0, initial } = described;
  const { placeholder, ...attributes } = field;
  const labelled = { ...attributes, label: label(), hint: hint?.() };
  const typed = { ...labelled, placeholder, autoComplete: 'off' };
  const trailing = unit && <Unit>{unit}</Unit>;
  switch (kind) {
    case 'flag':
      return <SwitchField {...labelled} />;
    case 'prose':
      return <TextArea {...typed} rows={6} limit={{ length: value.length, max: translatedMax }} />;
    case 'amount':
      return <Field {...typed} inputMode="decimal" trailing={<Unit>€</Unit>} />;
    case 'wholeNumber':
      return <Field {...typed} inputMode="numeric" trailing={trailing} />;
    case 'decimal':
      return <Field {...typed} inputMode="decimal" trailing={trailing} />;
    case 'date':
      return <Field {...labelled} type="date" />;
    case 'instant':
      return <Field {...labelled} type="datetime-local" />;
    case 'yesNo':
      return <Choice {...labelled} none={none()} choices={{ true: m.common.yes, false: m.common.no }} />;
    case 'choice':
      return <Choice {...labelled} none={initial === undefined ? none() : null} choices={choices} />;
    case 'company':
      return <CompanyChoice {...labelled} none={none()} />;
    default:
      return <Field {...typed} />;
  }
}

type ChoiceProps = Omit<ComponentProps<typeof SelectField>, 'children'> & {
  /** Null if there is always a value. */
  none: string | null;
  choices: Record<string, () => string>;
};

function Choice({ none, choices, ...select }: ChoiceProps) {
  return (
    <SelectField {...select}>
      {none !== null && <option value="">{none}</option>}
      {Object.entries(choices).map(([value, name]) => (
        <option key={value} value={value}>
          {name()}
        </option>
      ))}
    </SelectField>
  );
}

function CompanyChoice({ error: refusal, ...select }: Omit<ChoiceProps, 'choices'>) {
  const { data, error } = companies.useAll();
  const choices = Object.fromEntries((data ?? []).map(({ _id, name }) => [_id, () => name]));
  // Again once the companies are known, because a select can't show a value before it has that option.
  const key = data ? 'known' : 'unknown';
  return (
    <Choice key={key} {...select} choices={choices} error={refusal ?? (data ? undefined : (error ?? undefined))} />
  );
}

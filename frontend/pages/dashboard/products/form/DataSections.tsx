import { useState } from 'react';
import { get, type UseFormReturn } from 'react-hook-form';
import {
  fieldColumns,
  type ProductFieldName,
  type ProductSection,
  productField,
  productFieldNames,
  productSections,
} from '#contract/catalogue/product-fields.input.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { ButtonLink } from '../../../../components/Button.tsx';
import { FieldPair } from '../../../../components/forms/Form.tsx';
import { Icon } from '../../../../components/Icon.tsx';
import { TranslatedFields } from '../../translations/TranslatedFields.tsx';
import { addsVariants } from '../variants/newVariants.ts';
import { PlainControls, PlainField } from './PlainField.tsx';
import styles from './ProductForm.module.css';
import type { ProductText, ProductValues } from './productTypes.ts';

type FormProps = { form: UseFormReturn<ProductText, unknown, ProductValues> };

type SectionsProps = FormProps & {
  /** What is typed. */
  text: ProductText;
};

/** The sections of what products may be without. */
export function DataSections({ form, text }: SectionsProps) {
  const sections = Object.keys(productSections) as ProductSection[];
  return sections.map((section) => <DataSection key={section} form={form} text={text} section={section} />);
}

/** A section that is open while it holds anything. */
function DataSection({ form, text, section }: SectionsProps & { section: ProductSection }) {
  const { errors, submitCount } = form.formState;
  // Several variants can't share what names one of them.
  const isOfSeveral = addsVariants(text);
  const names = productFieldNames.filter((name) => {
    const field = productField(name);
    return field.section === section && !(field.isOwn && isOfSeveral);
  });
  const filled = fieldColumns.filter(({ name, part }) => {
    return names.includes(name) && get(text, part === null ? name : `${name}.${part}`) !== '';
  }).length;
  const isWrong = names.some((name) => isWrongIn(errors, name));
  const [isOpen, setOpen] = useState(filled > 0);
  const [checked, setChecked] = useState(submitCount);

  // Within the render, so that the field is on screen when the form focuses it.
  if (checked !== submitCount) {
    setChecked(submitCount);
    if (isWrong) setOpen(true);
  }

  return (
    <details
      className={`${styles.section} ${styles.folding}`}
      open={isOpen}
      onToggle={({ currentTarget, target }) => target === currentTarget && setOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span>{productSections[section]()}</span>
        {filled > 0 && !isOpen && (
          <span className="regular soft text-note">{m.productData.filled({ count: filled })}</span>
        )}
        <span className={styles.arrow}>
          <Icon name="chevronDown" />
        </span>
      </summary>
      <div className="stack gap-5">
        {besideEachOther(names).map((row) => (
          <DataRow key={row.join()} form={form} names={row} />
        ))}
      </div>
    </details>
  );
}

/** Short fields side by side, each other one in a row of its own. */
function besideEachOther(names: readonly ProductFieldName[]): ProductFieldName[][] {
  const rows: ProductFieldName[][] = [];
  for (const name of names) {
    const last = rows.at(-1);
    if (isShort(name) && last?.every(isShort)) last.push(name);
    else rows.push([name]);
  }
  return rows;
}

function isShort(name: ProductFieldName): boolean {
  const { kind } = productField(name);
  return kind !== 'prose' && kind !== 'parts';
}

function DataRow({ form, names }: FormProps & { names: readonly ProductFieldName[] }) {
  if (names.some((name) => productField(name).translatedMax !== undefined)) {
    return names.map((name) => <TranslatedControls key={name} form={form} name={name as 'safety'} />);
  }
  return (
    <>
      <FieldPair>
        {names.map((name) => (
          <PlainControls key={name} form={form} name={name} />
        ))}
      </FieldPair>
      {names.some((name) => productField(name).kind === 'company') && (
        <ButtonLink size="small" href={pagePatterns.companies}>
          {m.companies.manage()}
        </ButtonLink>
      )}
    </>
  );
}

function TranslatedControls({ form, name }: FormProps & { name: 'safety' }) {
  return (
    <TranslatedFields form={form} texts={[name]}>
      {({ field, value }) => <PlainField name={name} field={field(name)} value={value(name)} />}
    </TranslatedFields>
  );
}

/** Whether a field can't be saved in any language. */
function isWrongIn(errors: object, name: ProductFieldName): boolean {
  const translations: object = get(errors, 'translations') ?? {};
  return name in errors || Object.values(translations).some((texts) => texts && name in texts);
}

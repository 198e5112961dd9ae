import { useId } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { type FamilySummaryView, OPTIONS_MAX } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import { families } from '../../../../api/admin/products.ts';
import { useRemote } from '../../../../api/useRemote.ts';
import { Button } from '../../../../components/Button.tsx';
import { InlineError } from '../../../../components/feedback/InlineError.tsx';
import { Field } from '../../../../components/forms/Field.tsx';
import { fieldsOf } from '../../../../components/forms/Form.tsx';
import { IconButton } from '../../../../components/IconButton.tsx';
import { REMOVE } from '../../../../components/laterIcons.ts';
import { NewVariantFields } from '../variants/NewVariantFields.tsx';
import { FormSection } from './FormSection.tsx';
import styles from './ProductForm.module.css';
import type { ProductText, ProductValues } from './productTypes.ts';

type FamilyFieldsProps = { form: UseFormReturn<ProductText, unknown, ProductValues> };

/** Joins a product with its variants. Of a new product, several can be added at once. */
export function FamilyFields({ form }: FamilyFieldsProps) {
  const field = fieldsOf(form);
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'family.options' });
  const { categoryId, family, isNew, base } = form.watch();
  const known = useRemote(families, categoryId).data;
  const listId = useId();
  const addOption = (shouldFocus: boolean) => append({ name: '', value: '' }, { shouldFocus });
  const name = field('family.name');

  /** A family has its options already, so only their values are asked. */
  const followFamily = (typed: string) => {
    const chosen = known?.find((each) => each.name === typed);
    const isEmpty = family.options.every((option) => option.name.trim() + option.value.trim() === '');
    if (chosen && isEmpty) replace(chosen.options.map((option) => ({ name: option, value: '' })));
    else if (typed !== '' && fields.length === 0) addOption(false);
  };

  return (
    <FormSection title={m.products.variants()} hint={m.products.variantsHint()}>
      <Field
        {...name}
        label={m.products.familyName()}
        autoComplete="off"
        list={listId}
        readOnly={base !== null && Object.keys(base.options).length > 0}
        hint={familyHint(family.name, known)}
        onChange={(event) => {
          followFamily(event.target.value);
          return name.onChange(event);
        }}
      />
      <datalist id={listId}>
        {known?.map((each) => (
          <option key={each.name} value={each.name} />
        ))}
      </datalist>
      {fields.map(({ id }, index) => (
        <fieldset key={id} className={styles.option} aria-label={m.products.optionNumber({ number: index + 1 })}>
          <Field
            {...field(`family.options.${index}.name`)}
            label={m.products.option()}
            autoComplete="off"
            placeholder={m.products.optionExample()}
          />
          <Field
            {...field(`family.options.${index}.value`)}
            label={isNew ? m.products.values() : m.products.value()}
            autoComplete="off"
            placeholder={isNew ? m.products.valuesExample() : m.products.valueExample()}
          />
          <IconButton
            icon={REMOVE}
            label={m.products.removeOption({ number: index + 1 })}
            className={styles.remove}
            onClick={() => {
              remove(index);
              form.setFocus('family.name');
            }}
          />
        </fieldset>
      ))}
      {isNew && fields.length > 0 && <p className="soft text-note">{m.products.valuesHint()}</p>}
      <InlineError>{form.formState.errors.family?.options?.message}</InlineError>
      {fields.length < OPTIONS_MAX && (
        <Button size="small" onClick={() => addOption(true)}>
          {m.products.addOption()}
        </Button>
      )}
      <NewVariantFields form={form} />
    </FormSection>
  );
}

function familyHint(name: string, known: readonly FamilySummaryView[] | undefined): string {
  if (name === '') return m.products.familyHint();
  const family = known?.find((each) => each.name === name);
  if (family === undefined) return known ? m.products.newFamily() : '';
  return m.products.knownFamily({ count: family.productCount, options: family.options.join(', ') });
}

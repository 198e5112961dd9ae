import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { OPTIONS_MAX } from '#contract/catalogue.ts';
import { Button } from '../../../components/Button.tsx';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { fieldsOf } from '../../../components/forms/Form.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { FormSection } from './FormSection.tsx';
import styles from './ProductForm.module.css';
import type { ProductValues } from './productEdits.ts';
import type { ProductText } from './productText.ts';

const HINT =
  'Variants, such as colors or sizes, are products of their own. The store shows those of a category with the same family name together.';

/** Joins a product with its variants. */
export function FamilyFields({ form }: { form: UseFormReturn<ProductText, unknown, ProductValues> }) {
  const field = fieldsOf(form);
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'family.options' });
  const addOption = (shouldFocus: boolean) => append({ name: '', value: '' }, { shouldFocus });
  const name = field('family.name');
  return (
    <FormSection title="Variants" hint={HINT}>
      <Field
        {...name}
        label="Family name"
        autoComplete="off"
        hint="Leave empty for a product without variants"
        onChange={(event) => {
          if (event.target.value !== '' && fields.length === 0) addOption(false);
          return name.onChange(event);
        }}
      />
      {fields.map(({ id }, index) => (
        <fieldset key={id} className={styles.option} aria-label={`Option ${index + 1}`}>
          <Field {...field(`family.options.${index}.name`)} label="Option" autoComplete="off" placeholder="Color" />
          <Field {...field(`family.options.${index}.value`)} label="Value" autoComplete="off" placeholder="Moss" />
          <IconButton
            icon="remove"
            label={`Remove option ${index + 1}`}
            className={styles.remove}
            onClick={() => {
              remove(index);
              form.setFocus('family.name');
            }}
          />
        </fieldset>
      ))}
      <InlineError>{form.formState.errors.family?.options?.message}</InlineError>
      {fields.length < OPTIONS_MAX && (
        <Button size="small" onClick={() => addOption(true)}>
          Add option
        </Button>
      )}
    </FormSection>
  );
}

import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { type CategoryInput, categoryInput } from '#contract/catalogue/catalogue.input.ts';
import { type CategoryColumn, type CategorySummaryView, categoryLabels } from '#contract/catalogue/catalogue.ts';
import { changeTranslations } from '#contract/catalogue/translations.ts';
import { m } from '#messages';
import { addCategory, renameCategory } from '../../../api/admin/categories.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { Form, FormActions, numberFieldsOf } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { TranslatedFields } from '../translations/TranslatedFields.tsx';
import { typedTranslations } from '../translations/typedTranslations.ts';
import styles from './CategoryDialog.module.css';

type CategoryFormProps = {
  /** The category to rename; null for a new one. */
  category: CategorySummaryView | null;
  request: TableRequest<CategoryColumn>;
  onClose: () => void;
};

/** Adds a category, or edits its name and what its products need. */
export function CategoryDialog({ open, ...props }: CategoryFormProps & { open: boolean }) {
  return (
    <Dialog open={open} title={props.category ? m.categories.edit() : m.categories.add()} onClose={props.onClose}>
      <CategoryForm {...props} />
    </Dialog>
  );
}

const translatedTexts = ['categoryName'] as const;

function CategoryForm({ category, request, onClose }: CategoryFormProps) {
  const form = useForm<CategoryInput>({
    resolver: yupResolver(categoryInput),
    defaultValues: {
      categoryName: category?.categoryName ?? '',
      translations: typedTranslations(category?.translations, translatedTexts),
      // The previous release has none.
      labels: category?.labels ?? [],
      googleCategory: category?.googleCategory ?? null,
    },
  });

  const submit = submitOf(form, async ({ translations, labels = [], googleCategory = null, ...names }) => {
    const values = { ...names, translations: changeTranslations({}, translations), labels, googleCategory };
    await (category ? renameCategory(request, category, values) : addCategory(request, values));
    onClose();
  });

  return (
    <Form onSubmit={submit}>
      <TranslatedFields form={form} texts={translatedTexts}>
        {({ field }) => <Field {...field('categoryName')} label={m.categories.nameField()} autoComplete="off" />}
      </TranslatedFields>
      <fieldset className="stack gap-1">
        <legend className="medium text-compact">{m.categories.labels()}</legend>
        <p className="soft text-note">{m.categories.labelsHint()}</p>
        {categoryLabels.map((label) => (
          <label key={label} className={`row gap-2 text-compact ${styles.label}`}>
            <input type="checkbox" value={label} {...form.register('labels')} />
            <span>{m.categories.label({ label })}</span>
          </label>
        ))}
      </fieldset>
      <Field
        {...numberFieldsOf(form)('googleCategory', { integer: true })}
        label={m.categories.googleCategory()}
        hint={m.categories.googleCategoryHint()}
      />
      <FormActions form={form} action={category ? m.common.save() : m.common.add()} onCancel={onClose} />
    </Form>
  );
}

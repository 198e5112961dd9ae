import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { type CategoryInput, categoryInput } from '#contract/catalogue.input.ts';
import type { CategoryColumn, CategorySummaryView } from '#contract/catalogue.ts';
import { m } from '#messages';
import { addCategory, renameCategory } from '../../../api/admin/categories.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';

type CategoryFormProps = {
  /** The category to rename; null for a new one. */
  category: CategorySummaryView | null;
  request: TableRequest<CategoryColumn>;
  onClose: () => void;
};

/** Adds or renames a category. */
export function CategoryDialog({ open, ...props }: CategoryFormProps & { open: boolean }) {
  return (
    <Dialog open={open} title={props.category ? m.categories.edit() : m.categories.add()} onClose={props.onClose}>
      <CategoryForm {...props} />
    </Dialog>
  );
}

function CategoryForm({ category, request, onClose }: CategoryFormProps) {
  const form = useForm<CategoryInput>({
    resolver: yupResolver(categoryInput),
    defaultValues: { categoryName: category?.categoryName ?? '' },
  });

  const submit = submitOf(form, async (values) => {
    await (category ? renameCategory(request, category, values) : addCategory(request, values));
    onClose();
  });

  return (
    <Form onSubmit={submit}>
      <Field {...fieldsOf(form)('categoryName')} label={m.categories.nameField()} autoComplete="off" required />
      <InlineError>{form.formState.errors.root?.message}</InlineError>
      <FormActions form={form} action={category ? m.common.save() : m.common.add()} onCancel={onClose} />
    </Form>
  );
}

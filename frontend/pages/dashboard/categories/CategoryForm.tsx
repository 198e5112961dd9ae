import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { type CategoryInput, categoryInput } from '#contract/catalogue.input.ts';
import type { CategoryColumn, CategorySummaryView } from '#contract/catalogue.ts';
import { addCategory, renameCategory } from '../../../api/admin/categories.ts';
import { showAdminFailure } from '../../../api/admin/failure.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { errorMessage, fieldErrors } from '../../../api/errors.ts';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialogs/Dialog.tsx';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { Form, fieldsOf } from '../../../components/forms/Form.tsx';
import { showFormFailure } from '../../../components/forms/showFormFailure.ts';

type CategoryFormProps = {
  /** The category to rename; null for a new one. */
  category: CategorySummaryView | null;
  request: TableRequest<CategoryColumn>;
  onEnd: () => void;
};

/** A form for a category's name. It keeps a rejected name for correction. */
export function CategoryForm({ category, request, onEnd }: CategoryFormProps) {
  const form = useForm<CategoryInput>({
    resolver: yupResolver(categoryInput),
    defaultValues: { categoryName: category?.categoryName ?? '' },
  });
  const { isSubmitting, errors } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await (category ? renameCategory(request, category, values) : addCategory(request, values));
      onEnd();
    } catch (error) {
      showFormFailure(form, error, showAdminFailure);
      if (fieldErrors(error).categoryName === undefined) form.setError('root', { message: errorMessage(error) });
    }
  });

  return (
    <Form onSubmit={submit}>
      <Field {...fieldsOf(form)('categoryName')} label="Category Name" autoComplete="off" required />
      <InlineError>{errors.root?.message}</InlineError>
      <DialogActions>
        <Button onClick={onEnd}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {category ? 'Save' : 'Add'}
        </Button>
      </DialogActions>
    </Form>
  );
}

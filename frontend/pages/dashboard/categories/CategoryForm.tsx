import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { type CategoryInput, categoryInput } from '#contract/catalogue.input.ts';
import type { CategorySummaryView } from '#contract/catalogue.ts';
import { ApiError, failureSentence } from '../../../api/errors.ts';
import { Button } from '../../../components/Button.tsx';
import { FailureSentence } from '../../../components/FailureSentence.tsx';
import { Field } from '../../../components/Field.tsx';
import { Form, fieldsOf } from '../../../components/Form.tsx';
import { showFormFailure } from '../../../components/showFormFailure.ts';
import { createCategory, renameCategory } from '../../../stores/dashboard/categories.ts';
import { showAdminFailure } from '../../../stores/dashboard/failure.ts';
import styles from './CategoryForm.module.css';

type CategoryFormProps = {
  /** The category that is edited; null for a new one. */
  category: CategorySummaryView | null;
  onEnd: () => void;
};

/** The name of a category. What is refused stays in the form, to be mended. */
export function CategoryForm({ category, onEnd }: CategoryFormProps) {
  const form = useForm<CategoryInput>({
    resolver: yupResolver(categoryInput),
    defaultValues: { categoryName: category?.categoryName ?? '' },
  });
  const { isSubmitting, errors } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await (category ? renameCategory(category, values) : createCategory(values));
      onEnd();
    } catch (error) {
      showFormFailure(form, error, showAdminFailure);
      const isAboutName = error instanceof ApiError && (error.code === 'conflict' || error.fields.categoryName);
      const place = isAboutName ? 'categoryName' : 'root';
      form.setError(place, { type: 'server', message: failureSentence(error) }, { shouldFocus: place !== 'root' });
    }
  });

  return (
    <Form onSubmit={submit}>
      <Field {...fieldsOf(form)('categoryName')} label="Category Name" autoComplete="off" required />
      <FailureSentence>{errors.root?.message}</FailureSentence>
      <div className={styles.actions}>
        <Button onClick={onEnd}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {category ? 'Save' : 'Add'}
        </Button>
      </div>
    </Form>
  );
}

import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import type { AddProductInput } from '#contract/catalogue.input.ts';
import { fieldsOf } from '../../../components/Form.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import { categoryNames, loadCategoryNames } from '../../../stores/dashboard/categoryNames.ts';
import { CategoriesRetry, NO_CATEGORY_NAMES } from './CategoriesRetry.tsx';
import styles from './ProductForm.module.css';

/** The category of a product, once the shop has told which there are. */
export function CategoryField({ form }: { form: UseFormReturn<AddProductInput> }) {
  const { list, error } = useSnapshot(categoryNames);
  const { getValues, setValue, setFocus } = form;
  const field = fieldsOf(form)('categoryId');

  useEffect(() => {
    void loadCategoryNames();
  }, []);
  useEffect(() => {
    // A select can't show a choice before it has that option.
    if (list) setValue('categoryId', getValues('categoryId') ?? '');
  }, [list, getValues, setValue]);

  const unavailable = list ? undefined : (error ?? undefined);
  const hint = list?.length === 0 ? 'There are no categories yet: add one under Categories first.' : undefined;
  const beginning = list ? 'Choose a category' : error ? NO_CATEGORY_NAMES : 'Loading the categories';

  return (
    <div className={styles.category}>
      <SelectField {...field} label="Category" error={field.error ?? unavailable} hint={hint} required>
        <option value="">{beginning}</option>
        {list?.map(({ _id, categoryName }) => (
          <option key={_id} value={_id}>
            {categoryName}
          </option>
        ))}
      </SelectField>
      <CategoriesRetry onFocusLost={() => setFocus('categoryId')} />
    </div>
  );
}

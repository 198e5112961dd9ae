import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { m } from '#messages';
import { useCategoryNames } from '../../../../api/admin/categories.ts';
import { fieldsOf } from '../../../../components/forms/Form.tsx';
import { SelectField } from '../../../../components/forms/SelectField.tsx';
import { CategoriesRetry } from '../CategoriesRetry.tsx';
import styles from './ProductForm.module.css';
import type { ProductText, ProductValues } from './productTypes.ts';

/** A product's category. */
export function CategoryField({ form }: { form: UseFormReturn<ProductText, unknown, ProductValues> }) {
  const { data: list, error } = useCategoryNames();
  const { getValues, setValue, setFocus } = form;
  const field = fieldsOf(form)('categoryId');

  useEffect(() => {
    // A select can't show a value before it has that option.
    if (list) setValue('categoryId', getValues('categoryId') ?? '');
  }, [list, getValues, setValue]);

  const unavailable = list ? undefined : (error ?? undefined);
  const hint = list?.length === 0 ? m.products.noCategories() : undefined;
  const missing = error ? m.products.noCategoryNames() : m.products.loadingCategories();
  const placeholder = list ? m.products.chooseCategory() : missing;

  return (
    <div className={`stack gap-2 ${styles.category}`}>
      <SelectField {...field} label={m.products.category()} error={field.error ?? unavailable} hint={hint} required>
        <option value="">{placeholder}</option>
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

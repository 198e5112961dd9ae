import type { UseFormReturn } from 'react-hook-form';
import type { BulkChange } from '#contract/bulk-edits.ts';
import { useCategoryNames } from '../../../../api/admin/categories.ts';
import { Field } from '../../../../components/forms/Field.tsx';
import { FieldPair, fieldsOf } from '../../../../components/forms/Form.tsx';
import { SelectField } from '../../../../components/forms/SelectField.tsx';
import { CategoriesRetry, NO_CATEGORY_NAMES } from '../CategoriesRetry.tsx';
import { Unit } from '../form/FormSection.tsx';
import formStyles from '../form/ProductForm.module.css';
import type { BulkForm } from './bulkForm.ts';

/** What to change, each with "No change" first. */
export function BulkFields({ form }: { form: UseFormReturn<BulkForm, unknown, BulkChange> }) {
  const field = fieldsOf(form);
  const [priceBy, stockAs] = form.watch(['priceBy', 'stockAs']);
  // Without an input mode: the decimal keyboard of iOS has no minus.
  const number = { autoComplete: 'off', required: true };
  return (
    <FieldPair>
      <div className="stack">
        <SelectField {...field('priceBy')} label="Price">
          <option value="">No change</option>
          <option value="percent">By percent</option>
          <option value="amount">By amount</option>
        </SelectField>
        {priceBy === 'percent' && (
          <Field
            key="percent"
            {...field('percent')}
            {...number}
            label="Percent"
            hint="Such as 5, or -10 to lower prices"
            trailing={<Unit>%</Unit>}
          />
        )}
        {priceBy === 'amount' && (
          <Field
            key="amount"
            {...field('amount')}
            {...number}
            label="Amount"
            hint="Such as 2.50, or -5 to lower prices"
            trailing={<Unit>€</Unit>}
          />
        )}
      </div>
      <CategoryChoice form={form} />
      <SelectField {...field('visibility')} label="Visibility">
        <option value="">No change</option>
        <option value="published">Published</option>
        <option value="unpublished">Unpublished</option>
      </SelectField>
      <div className="stack">
        <SelectField {...field('stockAs')} label="Stock">
          <option value="">No change</option>
          <option value="counted">Number in stock</option>
          <option value="uncounted">Not counted</option>
        </SelectField>
        {stockAs === 'counted' && <Field {...field('stock')} {...number} label="In stock" inputMode="numeric" />}
      </div>
    </FieldPair>
  );
}

function CategoryChoice({ form }: { form: UseFormReturn<BulkForm, unknown, BulkChange> }) {
  const { data: categories, error } = useCategoryNames();
  const isMoved = form.watch('categoryId') !== '';
  return (
    <div className={`stack gap-2 ${formStyles.category}`}>
      <SelectField
        {...fieldsOf(form)('categoryId')}
        label="Category"
        hint={isMoved ? "Products lose the attributes that the new category doesn't have." : undefined}
      >
        <option value="">No change</option>
        {categories?.map(({ _id, categoryName }) => (
          <option key={_id} value={_id}>
            {categoryName}
          </option>
        ))}
        {!categories && error && <option disabled>{NO_CATEGORY_NAMES}</option>}
      </SelectField>
      <CategoriesRetry onFocusLost={() => form.setFocus('categoryId')} />
    </div>
  );
}

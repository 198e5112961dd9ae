import type { UseFormReturn } from 'react-hook-form';
import type { BulkChange } from '#contract/catalogue/bulk-edits.ts';
import {
  type BulkFieldName,
  bulkFieldNames,
  type ProductField,
  productField,
} from '#contract/catalogue/product-fields.input.ts';
import { m } from '#messages';
import { useCategoryNames } from '../../../../api/admin/categories.ts';
import { companies } from '../../../../api/admin/companies.ts';
import { Field } from '../../../../components/forms/Field.tsx';
import { FieldPair, fieldsOf } from '../../../../components/forms/Form.tsx';
import { SelectField } from '../../../../components/forms/SelectField.tsx';
import { CategoriesRetry } from '../CategoriesRetry.tsx';
import { Unit } from '../form/FormSection.tsx';
import formStyles from '../form/ProductForm.module.css';
import { type BulkForm, NONE } from './bulkForm.ts';

/** What to change, each with "No change" first. */
export function BulkFields({ form }: { form: UseFormReturn<BulkForm, unknown, BulkChange> }) {
  const field = fieldsOf(form);
  const [priceBy, stockAs, setsBrand] = form.watch(['priceBy', 'stockAs', 'setsBrand']);
  // Without an input mode: the decimal keyboard of iOS has no minus.
  const number = { autoComplete: 'off', required: true };
  return (
    <FieldPair>
      <div className="stack">
        <SelectField {...field('priceBy')} label={m.products.price()}>
          <option value="">{m.products.noChange()}</option>
          <option value="percent">{m.products.byPercent()}</option>
          <option value="amount">{m.products.byAmount()}</option>
        </SelectField>
        {priceBy === 'percent' && (
          <Field
            key="percent"
            {...field('percent')}
            {...number}
            label={m.products.percent()}
            hint={m.products.percentHint()}
            trailing={<Unit>%</Unit>}
          />
        )}
        {priceBy === 'amount' && (
          <Field
            key="amount"
            {...field('amount')}
            {...number}
            label={m.products.amount()}
            hint={m.products.amountHint()}
            trailing={<Unit>€</Unit>}
          />
        )}
      </div>
      <CategoryChoice form={form} />
      <SelectField {...field('visibility')} label={m.products.visibility()}>
        <option value="">{m.products.noChange()}</option>
        <option value="published">{m.products.published()}</option>
        <option value="unpublished">{m.products.unpublished()}</option>
      </SelectField>
      <div className="stack">
        <SelectField {...field('stockAs')} label={m.products.stock()}>
          <option value="">{m.products.noChange()}</option>
          <option value="counted">{m.products.numberInStock()}</option>
          <option value="uncounted">{m.products.notCounted()}</option>
        </SelectField>
        {stockAs === 'counted' && (
          <Field {...field('stock')} {...number} label={m.products.inStock()} inputMode="numeric" />
        )}
      </div>
      <div className="stack">
        <SelectField {...field('setsBrand')} label={m.productData.brand()}>
          <option value="">{m.products.noChange()}</option>
          <option value="value">{m.products.newValue()}</option>
          <option value={NONE}>{m.products.none()}</option>
        </SelectField>
        {setsBrand === 'value' && (
          <Field {...field('brand')} label={m.products.newBrand()} autoComplete="off" required />
        )}
      </div>
      {bulkFieldNames
        .filter((name) => name !== 'brand')
        .map((name) => (
          <DataChoice key={name} form={form} name={name} />
        ))}
    </FieldPair>
  );
}

/** A field whose values are known. */
function DataChoice({ form, name }: { form: UseFormReturn<BulkForm, unknown, BulkChange>; name: BulkFieldName }) {
  const { label, kind, none = m.products.none, choices = {}, initial }: ProductField = productField(name);
  const { data } = companies.useAll();
  const options = kind === 'company' ? (data ?? []).map(({ _id, name }) => [_id, name] as const) : namesOf(choices);
  return (
    <SelectField {...fieldsOf(form)(name)} label={label()}>
      <option value="">{m.products.noChange()}</option>
      {initial === undefined && <option value={NONE}>{none()}</option>}
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function namesOf(choices: Record<string, () => string>) {
  return Object.entries(choices).map(([value, name]) => [value, name()] as const);
}

function CategoryChoice({ form }: { form: UseFormReturn<BulkForm, unknown, BulkChange> }) {
  const { data: categories, error } = useCategoryNames();
  const isMoved = form.watch('categoryId') !== '';
  return (
    <div className={`stack gap-2 ${formStyles.category}`}>
      <SelectField
        {...fieldsOf(form)('categoryId')}
        label={m.products.category()}
        hint={isMoved ? m.products.losesAttributes() : undefined}
      >
        <option value="">{m.products.noChange()}</option>
        {categories?.map(({ _id, categoryName }) => (
          <option key={_id} value={_id}>
            {categoryName}
          </option>
        ))}
        {!categories && error && <option disabled>{m.products.noCategoryNames()}</option>}
      </SelectField>
      <CategoriesRetry onFocusLost={() => form.setFocus('categoryId')} />
    </div>
  );
}

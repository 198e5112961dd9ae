import { useForm, useWatch } from 'react-hook-form';
import { DISCOUNT_CODE_MAX, type DiscountView } from '#contract/discounts.ts';
import { useCategoryNames } from '../../../api/admin/categories.ts';
import { showAdminFailure } from '../../../api/admin/failure.ts';
import { discounts } from '../../../api/admin/settings.ts';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialogs/Dialog.tsx';
import { Field } from '../../../components/forms/Field.tsx';
import { FieldPair, Form, fieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { SwitchField } from '../../../components/forms/SwitchField.tsx';
import { showFormFailure } from '../../../components/forms/showFormFailure.ts';
import { ChoicesField } from '../settings/ChoicesField.tsx';
import { numberOrNull, textOf } from '../settings/numberOrNull.ts';
import { localTime, zonedTime } from './localTime.ts';

type DiscountFormProps = { discount: DiscountView | null; onClose: () => void };

/** Adds or edits a discount. The server validates it. */
export function DiscountForm({ discount, onClose }: DiscountFormProps) {
  const form = useForm({
    defaultValues: {
      code: discount?.code ?? '',
      kind: discount?.amount ? 'amount' : 'percent',
      percent: textOf(discount?.percent),
      amount: textOf(discount?.amount),
      minimum: textOf(discount?.minimum),
      startsAt: localTime(discount?.startsAt ?? null),
      endsAt: localTime(discount?.endsAt ?? null),
      categoryIds: discount?.categoryIds ?? [],
      maxUses: textOf(discount?.maxUses),
      maxUsesPerShopper: textOf(discount?.maxUsesPerShopper),
      isActive: discount?.isActive ?? true,
    },
  });
  const field = fieldsOf(form);
  const [kind, categoryIds] = useWatch({ control: form.control, name: ['kind', 'categoryIds'] });
  const categories = useCategoryNames().data ?? [];

  const submit = form.handleSubmit(async ({ code, isActive, kind, ...values }) => {
    const input = {
      code,
      isActive,
      categoryIds: values.categoryIds,
      percent: kind === 'percent' ? numberOrNull(values.percent) : null,
      amount: kind === 'amount' ? numberOrNull(values.amount) : null,
      minimum: numberOrNull(values.minimum),
      maxUses: numberOrNull(values.maxUses),
      maxUsesPerShopper: numberOrNull(values.maxUsesPerShopper),
      startsAt: zonedTime(values.startsAt),
      endsAt: zonedTime(values.endsAt),
    };
    try {
      await (discount ? discounts.edit(discount, input) : discounts.add(input));
      onClose();
    } catch (error) {
      showFormFailure(form, error, showAdminFailure);
    }
  });

  return (
    <Form onSubmit={submit}>
      <Field
        {...field('code')}
        label="Code"
        maxLength={DISCOUNT_CODE_MAX}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <FieldPair>
        <SelectField {...field('kind')} label="Takes off">
          <option value="percent">A percentage</option>
          <option value="amount">An amount</option>
        </SelectField>
        {kind === 'percent' ? (
          <Field {...field('percent')} label="Percent" type="number" min="0.01" max="100" step="0.01" required />
        ) : (
          <Field {...field('amount')} label="Amount in EUR" type="number" min="0.01" step="0.01" required />
        )}
      </FieldPair>
      <Field
        {...field('minimum')}
        label="Minimum value of the goods, in EUR"
        hint="Leave empty for none"
        type="number"
        min="0"
        step="0.01"
      />
      <FieldPair>
        <Field {...field('startsAt')} label="Starts" type="datetime-local" />
        <Field {...field('endsAt')} label="Ends" type="datetime-local" />
      </FieldPair>
      <FieldPair>
        <Field {...field('maxUses')} label="Uses in all" hint="Leave empty for any" type="number" min="1" />
        <Field
          {...field('maxUsesPerShopper')}
          label="Uses per shopper"
          hint="Leave empty for any"
          type="number"
          min="1"
        />
      </FieldPair>
      <ChoicesField
        label="Categories"
        hint="None means all goods"
        options={categories.map(({ _id, categoryName }) => ({ value: _id, name: categoryName }))}
        chosen={categoryIds}
        onChange={(chosen) => form.setValue('categoryIds', chosen)}
        error={form.formState.errors.categoryIds?.message}
      />
      <SwitchField {...field('isActive')} label="Shoppers can use it" />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {discount ? 'Save' : 'Add'}
        </Button>
      </DialogActions>
    </Form>
  );
}

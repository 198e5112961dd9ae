import { yupResolver } from '@hookform/resolvers/yup';
import { useForm, useWatch } from 'react-hook-form';
import { string } from 'yup';
import { discountInput } from '#contract/discounts.input.ts';
import { DISCOUNT_CODE_MAX, type DiscountView } from '#contract/discounts.ts';
import { useCategoryNames } from '../../../api/admin/categories.ts';
import { discounts } from '../../../api/admin/settings.ts';
import { Field } from '../../../components/forms/Field.tsx';
import { FieldPair, Form, FormActions, fieldsOf, numberFieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { SwitchField } from '../../../components/forms/SwitchField.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { fieldTime, timeInField } from '../../../texts/dates.ts';
import { shop } from '../../../texts/shop.ts';
import { ChoicesField } from '../settings/ChoicesField.tsx';

type DiscountFormProps = { discount: DiscountView | null; onClose: () => void };

/** What the form holds: times as their fields write them, and which of percentage and amount it shows. */
const formInput = discountInput.shape({
  kind: string<'percent' | 'amount'>().required(),
  startsAt: string().defined(),
  endsAt: string().defined(),
});

/** Adds or edits a discount. */
export function DiscountForm({ discount, onClose }: DiscountFormProps) {
  const form = useForm({
    resolver: yupResolver(formInput),
    defaultValues: {
      code: discount?.code ?? '',
      kind: discount?.amount ? 'amount' : 'percent',
      percent: discount?.percent ?? null,
      amount: discount?.amount ?? null,
      minimum: discount?.minimum ?? null,
      startsAt: fieldTime(discount?.startsAt ?? null),
      endsAt: fieldTime(discount?.endsAt ?? null),
      categoryIds: discount?.categoryIds ?? [],
      maxUses: discount?.maxUses ?? null,
      maxUsesPerShopper: discount?.maxUsesPerShopper ?? null,
      isActive: discount?.isActive ?? true,
    },
  });
  const field = fieldsOf(form);
  const { dirtyFields } = form.formState;
  const number = numberFieldsOf(form);
  const [kind, categoryIds] = useWatch({ control: form.control, name: ['kind', 'categoryIds'] });
  const categories = useCategoryNames().data ?? [];

  const submit = submitOf(form, async ({ kind, ...values }) => {
    const input = {
      ...values,
      percent: values.percent ?? null,
      amount: values.amount ?? null,
      // Times that aren't edited stay as they are: the fields show no seconds.
      startsAt: dirtyFields.startsAt ? timeInField(values.startsAt) : undefined,
      endsAt: dirtyFields.endsAt ? timeInField(values.endsAt) : undefined,
    };
    await (discount ? discounts.edit(discount, input) : discounts.add(input));
    onClose();
  });

  return (
    <Form onSubmit={submit}>
      <FieldPair>
        <Field
          {...field('code')}
          label="Code"
          maxLength={DISCOUNT_CODE_MAX}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Field {...number('minimum')} label="Minimum value of the goods, in EUR" hint="Leave empty for none" />
      </FieldPair>
      <FieldPair>
        <SelectField {...field('kind')} label="Takes off">
          <option value="percent">A percentage</option>
          <option value="amount">An amount</option>
        </SelectField>
        {kind === 'percent' ? (
          <Field key="percent" {...number('percent', { shouldUnregister: true })} label="Percent" required />
        ) : (
          <Field key="amount" {...number('amount', { shouldUnregister: true })} label="Amount in EUR" required />
        )}
      </FieldPair>
      <FieldPair>
        <Field
          {...field('startsAt')}
          label="Starts"
          type="datetime-local"
          hint={`Times are those of ${shop.timeZone}`}
        />
        <Field {...field('endsAt')} label="Ends" type="datetime-local" />
      </FieldPair>
      <FieldPair>
        <Field {...number('maxUses', { integer: true })} label="Uses in all" hint="Leave empty for any" />
        <Field
          {...number('maxUsesPerShopper', { integer: true })}
          label="Uses per shopper"
          hint="Leave empty for any"
        />
      </FieldPair>
      <FieldPair>
        <ChoicesField
          label="Categories"
          hint="None means all goods"
          options={Object.fromEntries(categories.map(({ _id, categoryName }) => [_id, categoryName]))}
          chosen={categoryIds ?? []}
          onChange={(chosen) => form.setValue('categoryIds', chosen)}
          error={form.formState.errors.categoryIds?.message}
        />
        <SwitchField {...field('isActive')} label="Shoppers can use it" />
      </FieldPair>
      <FormActions form={form} action={discount ? 'Save' : 'Add'} onCancel={onClose} />
    </Form>
  );
}

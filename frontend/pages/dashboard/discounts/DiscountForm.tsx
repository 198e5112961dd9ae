import { yupResolver } from '@hookform/resolvers/yup';
import { useForm, useWatch } from 'react-hook-form';
import { string } from 'yup';
import { discountInput } from '#contract/orders/discounts.input.ts';
import { DISCOUNT_CODE_MAX, type DiscountView } from '#contract/orders/discounts.ts';
import { m } from '#messages';
import { useCategoryNames } from '../../../api/admin/categories.ts';
import { discounts } from '../../../api/admin/settings.ts';
import { Field } from '../../../components/forms/Field.tsx';
import { FieldPair, Form, FormActions, fieldsOf, numberFieldsOf } from '../../../components/forms/Form.tsx';
import { SelectField } from '../../../components/forms/SelectField.tsx';
import { SwitchField } from '../../../components/forms/SwitchField.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { changedValues } from '../../../stores/changedValues.ts';
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
    await (discount
      ? discounts.edit(discount, changedValues(form.formState.defaultValues, input))
      : discounts.add(input));
    onClose();
  });

  return (
    <Form onSubmit={submit}>
      <FieldPair>
        <Field
          {...field('code')}
          label={m.adminDiscounts.code()}
          maxLength={DISCOUNT_CODE_MAX}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Field {...number('minimum')} label={m.adminDiscounts.minimum()} hint={m.adminDiscounts.minimumHint()} />
      </FieldPair>
      <FieldPair>
        <SelectField {...field('kind')} label={m.adminDiscounts.kind()}>
          <option value="percent">{m.adminDiscounts.aPercentage()}</option>
          <option value="amount">{m.adminDiscounts.anAmount()}</option>
        </SelectField>
        {kind === 'percent' ? (
          <Field
            key="percent"
            {...number('percent', { shouldUnregister: true })}
            label={m.adminDiscounts.percent()}
            required
          />
        ) : (
          <Field
            key="amount"
            {...number('amount', { shouldUnregister: true })}
            label={m.adminDiscounts.amount()}
            required
          />
        )}
      </FieldPair>
      <FieldPair>
        <Field
          {...field('startsAt')}
          label={m.adminDiscounts.starts()}
          type="datetime-local"
          hint={m.adminDiscounts.timeZone({ timeZone: shop.timeZone })}
        />
        <Field {...field('endsAt')} label={m.adminDiscounts.ends()} type="datetime-local" />
      </FieldPair>
      <FieldPair>
        <Field
          {...number('maxUses', { integer: true })}
          label={m.adminDiscounts.maxUses()}
          hint={m.adminDiscounts.maxUsesHint()}
        />
        <Field
          {...number('maxUsesPerShopper', { integer: true })}
          label={m.adminDiscounts.maxUsesPerShopper()}
          hint={m.adminDiscounts.maxUsesHint()}
        />
      </FieldPair>
      <FieldPair>
        <ChoicesField
          label={m.adminDiscounts.categories()}
          hint={m.adminDiscounts.categoriesHint()}
          options={Object.fromEntries(categories.map(({ _id, categoryName }) => [_id, categoryName]))}
          chosen={categoryIds ?? []}
          onChange={(chosen) => form.setValue('categoryIds', chosen)}
          error={form.formState.errors.categoryIds?.message}
        />
        <SwitchField {...field('isActive')} label={m.adminDiscounts.canBeUsed()} />
      </FieldPair>
      <FormActions form={form} action={discount ? m.common.save() : m.common.add()} onCancel={onClose} />
    </Form>
  );
}

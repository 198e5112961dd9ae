import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { m } from '#messages';
import { refundReturn } from '../../../../../api/admin/returns.ts';
import { randomKey } from '../../../../../browser/randomKey.ts';
import { InlineError } from '../../../../../components/feedback/InlineError.tsx';
import { Field } from '../../../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf, numberFieldsOf } from '../../../../../components/forms/Form.tsx';
import { SwitchField } from '../../../../../components/forms/SwitchField.tsx';
import { submitOf } from '../../../../../components/forms/submit.ts';
import type { StepFormProps } from './stepForm.ts';

type RefundValues = { amount: number | null; restock: boolean };

/** Gives the money of a return back: the value of what came back, or another amount. */
export function RefundReturnForm({ goods, order, action, onClose }: StepFormProps) {
  // The same for each attempt with this form, so that a repeated one refunds once.
  const [key] = useState(randomKey);
  const hasAsNew = goods.received.some(({ condition }) => condition === 'asNew');
  const form = useForm<RefundValues>({ defaultValues: { amount: null, restock: hasAsNew } });
  const { amount } = useWatch({ control: form.control }) as RefundValues;
  const submit = submitOf(form, async (values) => {
    const { restock } = values;
    await refundReturn(goods._id, { restock, ...(values.amount !== null && { amount: values.amount }) }, key);
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      <p className="soft text-note">
        {goods.reason === 'withdrawal' ? m.adminReturns.refundsDelivery() : m.adminReturns.refundsUnits()}
      </p>
      <Field
        {...numberFieldsOf(form)('amount')}
        // Unreadable text would be refused without a word.
        {...(Number.isNaN(amount) && { error: m.adminOrders.amountExample() })}
        label={m.adminReturns.otherAmount({ currency: order.currency })}
        hint={m.adminReturns.otherAmountHint()}
      />
      {hasAsNew && <SwitchField {...fieldsOf(form)('restock')} label={m.adminReturns.restockAsNew()} />}
      <InlineError>{form.formState.errors.root?.message}</InlineError>
      <FormActions form={form} action={action} onCancel={onClose} />
    </Form>
  );
}

import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { ReturnRefundView } from '#contract/orders/returns.ts';
import { formatAmount } from '#contract/values/money.ts';
import { m } from '#messages';
import { refundReturn, returnRefund } from '../../../../../api/admin/returns.ts';
import { type RemoteView, useRemote } from '../../../../../api/useRemote.ts';
import { randomKey } from '../../../../../browser/randomKey.ts';
import { InlineError } from '../../../../../components/feedback/InlineError.tsx';
import { Skeleton } from '../../../../../components/feedback/Skeleton.tsx';
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
  const view = useRemote(returnRefund, goods._id);
  const given = amount ?? view.data?.amount ?? 0;
  const submit = submitOf(form, async (values) => {
    const { restock } = values;
    await refundReturn(
      { orderId: order._id, returnId: goods._id },
      { restock, ...(values.amount !== null && { amount: values.amount }) },
      key,
    );
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      <Given of={view} order={order} isWithdrawal={goods.reason === 'withdrawal'} />
      <Field
        {...numberFieldsOf(form)('amount')}
        // Unreadable text would be refused without a word.
        {...(Number.isNaN(amount) && { error: m.adminOrders.amountExample() })}
        label={m.adminReturns.otherAmount({ currency: order.currency })}
        hint={m.adminReturns.otherAmountHint()}
      />
      {hasAsNew && <SwitchField {...fieldsOf(form)('restock')} label={m.adminReturns.restockAsNew()} />}
      <FormActions
        form={form}
        action={given > 0 ? m.adminOrders.refundAmount({ amount: formatAmount(given, order.currency) }) : action}
        onCancel={onClose}
      />
    </Form>
  );
}

type GivenProps = Pick<StepFormProps, 'order'> & { of: RemoteView<string, ReturnRefundView>; isWithdrawal: boolean };

/** What the customer gets back, unless another amount is given. */
function Given({ of: { data, error }, order: { currency, shipping }, isWithdrawal }: GivenProps) {
  if (data === undefined) return error === null ? <Skeleton height="1.5rem" /> : <InlineError>{error}</InlineError>;
  const amount = formatAmount(data.amount, currency);
  const delivery = formatAmount(data.delivery, currency);
  if (data.amount === 0) return <p>{m.adminReturns.nothingToRefund()}</p>;
  if (data.delivery > 0) return <p>{m.adminReturns.givesBackWithDelivery({ amount, delivery })}</p>;
  return (
    <div className="stack gap-1">
      <p>{m.adminReturns.givesBack({ amount })}</p>
      {isWithdrawal && shipping > 0 && <p className="soft text-note">{m.adminReturns.refundsDelivery()}</p>}
    </div>
  );
}

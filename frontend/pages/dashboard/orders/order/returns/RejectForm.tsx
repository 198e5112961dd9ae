import { yupResolver } from '@hookform/resolvers/yup';
import { type Resolver, useForm } from 'react-hook-form';
import { REASON_MAX } from '#contract/orders/orders.ts';
import { type RejectReturnInput, rejectReturnInput } from '#contract/orders/returns.input.ts';
import { m } from '#messages';
import { rejectReturn } from '../../../../../api/admin/returns.ts';
import { TextArea } from '../../../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../../../components/forms/Form.tsx';
import { submitOf } from '../../../../../components/forms/submit.ts';
import type { StepFormProps } from './stepForm.ts';

/** Rejects a return with a reason for its shopper. */
export function RejectForm({ goods, order, action, onClose }: StepFormProps) {
  const form = useForm({
    resolver: yupResolver(rejectReturnInput) as Resolver<RejectReturnInput, unknown, RejectReturnInput>,
    defaultValues: { reason: '' },
  });
  const submit = submitOf(form, async (input) => {
    await rejectReturn({ orderId: order._id, returnId: goods._id }, input);
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      <TextArea
        {...fieldsOf(form)('reason')}
        label={m.adminReturns.reason()}
        hint={m.adminReturns.rejectHint()}
        maxLength={REASON_MAX}
        required
      />
      <FormActions form={form} action={action} variant="danger" onCancel={onClose} />
    </Form>
  );
}

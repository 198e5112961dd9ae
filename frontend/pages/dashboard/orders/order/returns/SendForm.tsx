import { yupResolver } from '@hookform/resolvers/yup';
import { type Resolver, useForm } from 'react-hook-form';
import { type SendReturnInput, sendReturnInput } from '#contract/orders/returns.input.ts';
import { m } from '#messages';
import { sendGoods } from '../../../../../api/admin/returns.ts';
import { Form, FormActions, fieldsOf } from '../../../../../components/forms/Form.tsx';
import { submitOf } from '../../../../../components/forms/submit.ts';
import { CarrierFields } from '../CarrierFields.tsx';
import type { StepFormProps } from './stepForm.ts';

/** Sends a replacement, which is taken from stock, or the repaired goods. */
export function SendForm({ goods, order, action, how, onClose }: StepFormProps & { how: 'replace' | 'repair' }) {
  const form = useForm({
    resolver: yupResolver(sendReturnInput) as Resolver<SendReturnInput, unknown, SendReturnInput>,
    defaultValues: { carrier: '', trackingNumber: '' },
  });
  const submit = submitOf(form, async (input) => {
    await sendGoods({ orderId: order._id, returnId: goods._id }, how, input);
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      {how === 'replace' && <p className="soft text-note">{m.adminReturns.replaceHint()}</p>}
      <CarrierFields field={fieldsOf(form)} />
      <FormActions form={form} action={action} onCancel={onClose} />
    </Form>
  );
}

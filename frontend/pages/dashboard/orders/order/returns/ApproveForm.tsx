import { useForm } from 'react-hook-form';
import { RETURN_INSTRUCTIONS_MAX } from '#contract/orders/returns.ts';
import { m } from '#messages';
import { approveReturn } from '../../../../../api/admin/returns.ts';
import { TextArea } from '../../../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../../../components/forms/Form.tsx';
import { submitOf } from '../../../../../components/forms/submit.ts';
import type { StepFormProps } from './stepForm.ts';

/** Approves a return, and says how to send it. */
export function ApproveForm({ goods, order, action, onClose }: StepFormProps) {
  const form = useForm({ defaultValues: { instructions: '' } });
  const submit = submitOf(form, async (input) => {
    await approveReturn({ orderId: order._id, returnId: goods._id }, input);
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      <TextArea
        {...fieldsOf(form)('instructions')}
        label={m.adminReturns.instructionsOptional()}
        hint={m.adminReturns.instructionsHint()}
        maxLength={RETURN_INSTRUCTIONS_MAX}
      />
      <FormActions form={form} action={action} onCancel={onClose} />
    </Form>
  );
}

import { yupResolver } from '@hookform/resolvers/yup';
import { type Resolver, useForm } from 'react-hook-form';
import { REASON_MAX } from '#contract/orders/orders.ts';
import { type DismissInput, dismissInput } from '#contract/orders/withdrawals.input.ts';
import type { AdminWithdrawalView, WithdrawalColumn } from '#contract/orders/withdrawals.ts';
import { m } from '#messages';
import type { TableRequest } from '../../../api/admin/table.ts';
import { dismissWithdrawal } from '../../../api/admin/withdrawals.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { TextArea } from '../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';

export type DecisionDialogProps = {
  /** Null while the dialog is closed. */
  withdrawal: AdminWithdrawalView | null;
  request: TableRequest<WithdrawalColumn>;
  onClose: () => void;
};

/** Asks why a withdrawal is dismissed. */
export function DismissDialog({ withdrawal, ...rest }: DecisionDialogProps) {
  return (
    <Dialog open={withdrawal !== null} title={m.adminReturns.dismissTitle()} onClose={rest.onClose}>
      {withdrawal && <DismissForm withdrawal={withdrawal} {...rest} />}
    </Dialog>
  );
}

type DismissFormProps = DecisionDialogProps & { withdrawal: AdminWithdrawalView };

function DismissForm({ withdrawal, request, onClose }: DismissFormProps) {
  const form = useForm({
    resolver: yupResolver(dismissInput) as Resolver<DismissInput, unknown, DismissInput>,
    defaultValues: { reason: '' },
  });
  const submit = submitOf(form, async (input) => {
    await dismissWithdrawal(request, withdrawal, input);
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      <p>{m.adminReturns.dismissLead({ reference: withdrawal.reference })}</p>
      <TextArea {...fieldsOf(form)('reason')} label={m.adminReturns.reason()} maxLength={REASON_MAX} required />
      <FormActions form={form} action={m.adminReturns.dismissNow()} onCancel={onClose} />
    </Form>
  );
}

import { yupResolver } from '@hookform/resolvers/yup';
import { type Resolver, useForm } from 'react-hook-form';
import { type DutyInput, dutyInput } from '#contract/shop/duties.input.ts';
import { DUTY_REASON_MAX, type DutyView } from '#contract/shop/duties.ts';
import { m } from '#messages';
import { changeDuty } from '../../../api/admin/duties.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { TextArea } from '../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';

/** Asks why a duty doesn't apply to the shop. */
export function NotApplicableDialog({ duty, onClose }: { duty: DutyView | null; onClose: () => void }) {
  return (
    <Dialog open={duty !== null} title={m.duties.excuseTitle()} onClose={onClose}>
      {duty && <ReasonForm duty={duty} onClose={onClose} />}
    </Dialog>
  );
}

function ReasonForm({ duty, onClose }: { duty: DutyView; onClose: () => void }) {
  const form = useForm({
    resolver: yupResolver(dutyInput) as Resolver<DutyInput, unknown, DutyInput>,
    defaultValues: { isApplicable: false, reason: '' },
  });
  const length = (form.watch('reason') ?? '').length;

  const submit = submitOf(form, async (input) => {
    await changeDuty(duty.code, input);
    onClose();
  });

  return (
    <Form onSubmit={submit}>
      <p>{m.duties.excuseLead({ title: duty.title })}</p>
      <TextArea
        {...fieldsOf(form)('reason')}
        label={m.duties.reason()}
        hint={m.duties.reasonHint()}
        limit={length > DUTY_REASON_MAX * 0.8 ? { length, max: DUTY_REASON_MAX } : undefined}
        required
      />
      <FormActions form={form} action={m.common.save()} onCancel={onClose} />
    </Form>
  );
}

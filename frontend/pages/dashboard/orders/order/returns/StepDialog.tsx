import { Dialog } from '../../../../../components/dialogs/Dialog.tsx';
import { ApproveForm } from './ApproveForm.tsx';
import { ReceiveForm } from './ReceiveForm.tsx';
import { RefundReturnForm } from './RefundReturnForm.tsx';
import { RejectForm } from './RejectForm.tsx';
import { SendForm } from './SendForm.tsx';
import type { ReturnStep, StepFormProps } from './stepForm.ts';

type StepDialogProps = Omit<StepFormProps, 'action'> & {
  /** Null while the dialog is closed. */
  step: ReturnStep | null;
  title: string;
};

/** Asks what the next step of a return needs. */
export function StepDialog({ step, title, ...rest }: StepDialogProps) {
  const form = { ...rest, action: title };
  return (
    <Dialog open={step !== null} title={title} onClose={rest.onClose}>
      {step === 'approve' && <ApproveForm {...form} />}
      {step === 'reject' && <RejectForm {...form} />}
      {step === 'receive' && <ReceiveForm {...form} />}
      {step === 'refund' && <RefundReturnForm {...form} />}
      {(step === 'replace' || step === 'repair') && <SendForm {...form} how={step} />}
    </Dialog>
  );
}

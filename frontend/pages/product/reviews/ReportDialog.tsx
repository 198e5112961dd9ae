import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { commentReportInput } from '#contract/comments/comment-reports.input.ts';
import { REPORT_REASON_MAX } from '#contract/comments/comment-reports.ts';
import type { CommentView } from '#contract/comments/comments.ts';
import { m } from '#messages';
import { reportComment } from '../../../api/comments.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { EmailField } from '../../../components/forms/accountFields.tsx';
import { TextArea } from '../../../components/forms/Field.tsx';
import { Form, FormActions, fieldsOf } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';

type ReportDialogProps = {
  /** The comment to report; null while the dialog is closed. */
  comment: CommentView | null;
  onClose: () => void;
};

/** Reports a comment, with or without an email for the answer. */
export default function ReportDialog({ comment, onClose }: ReportDialogProps) {
  return (
    <Dialog open={comment !== null} onClose={onClose} title={m.reports.titleReport()}>
      {comment && <ReportForm commentId={comment._id} onClose={onClose} />}
    </Dialog>
  );
}

const resolver = yupResolver(commentReportInput);

function ReportForm({ commentId, onClose }: { commentId: string; onClose: () => void }) {
  const form = useForm({ resolver, defaultValues: { reason: '', email: '' } });
  const field = fieldsOf(form);
  const submit = submitOf(form, async (values) => {
    await reportComment(commentId, values);
    onClose();
  });
  return (
    <Form onSubmit={submit}>
      <p className="soft">{m.reports.lead()}</p>
      <TextArea
        {...field('reason')}
        label={m.reports.reason()}
        limit={{ length: form.watch('reason').length, max: REPORT_REASON_MAX }}
        required
      />
      <EmailField {...field('email')} label={m.reports.email()} hint={m.reports.emailHint()} required={false} />
      <FormActions form={form} action={m.reports.send()} onCancel={onClose} />
    </Form>
  );
}

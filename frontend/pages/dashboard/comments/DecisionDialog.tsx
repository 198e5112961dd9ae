import { yupResolver } from '@hookform/resolvers/yup';
import { useForm } from 'react-hook-form';
import { type ReportDecisionInput, reportDecisionInput } from '#contract/comments/comment-reports.input.ts';
import { type CommentReportView, REPORT_REASON_MAX, type ReportDecision } from '#contract/comments/comment-reports.ts';
import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/Dialog.tsx';
import { InlineError } from '../../../components/feedback/InlineError.tsx';
import { TextArea } from '../../../components/forms/Field.tsx';
import { Form, fieldsOf } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { ReportedComment } from './ReportedComment.tsx';

type Decide = (report: CommentReportView, decision: ReportDecisionInput) => Promise<void>;

type DecisionDialogProps = {
  /** The report to decide on; null while the dialog is closed. */
  report: CommentReportView | null;
  /** @throws ApiError */
  onDecide: Decide;
  onClose: () => void;
};

/** Keeps or removes a reported comment, with a reason for its author and those who reported it. */
export function DecisionDialog({ report, ...rest }: DecisionDialogProps) {
  return (
    <Dialog open={report !== null} onClose={rest.onClose} title={m.reports.decideTitle()}>
      {report && <DecisionForm report={report} {...rest} />}
    </Dialog>
  );
}

type DecisionFormProps = DecisionDialogProps & { report: CommentReportView };

function DecisionForm({ report, onDecide, onClose }: DecisionFormProps) {
  const form = useForm<ReportDecisionInput>({
    resolver: yupResolver(reportDecisionInput),
    defaultValues: { decision: 'removed', reason: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = submitOf(form, async (values) => {
    await onDecide(report, values);
    onClose();
  });
  const decide = (decision: ReportDecision) => ({
    type: 'submit' as const,
    busy: isSubmitting && form.getValues('decision') === decision,
    onClick: () => form.setValue('decision', decision),
  });
  return (
    <Form onSubmit={submit}>
      <div className="stack gap-2">
        <ReportedComment report={report} />
        {report.comment && <blockquote className="remark multiline breaks">{report.comment.content}</blockquote>}
      </div>
      <div className="stack gap-1">
        <p className="medium text-compact">{m.reports.why()}</p>
        <p className="soft multiline breaks text-note">{report.reason}</p>
      </div>
      <TextArea
        {...fieldsOf(form)('reason')}
        label={m.reports.reason()}
        hint={m.reports.reasonHint()}
        limit={{ length: form.watch('reason').length, max: REPORT_REASON_MAX }}
        required
      />
      <InlineError>{errors.root?.message}</InlineError>
      <DialogActions>
        {report.comment && <Button {...decide('kept')}>{m.reports.keep()}</Button>}
        <Button {...decide('removed')} variant="danger">
          {m.reports.remove()}
        </Button>
      </DialogActions>
    </Form>
  );
}

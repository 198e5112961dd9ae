import * as yup from 'yup';
import { m } from '#messages';
import { EMAIL_MAX, LONG_EMAIL_PATTERN } from '../users/users.ts';
import { atMost, missing, requiredText, text, trimmed } from '../values/text.ts';
import { REPORT_REASON_MAX, reportDecisions } from './comment-reports.ts';

const reason = () => requiredText(missing(m.reports.reason)).max(...atMost(REPORT_REASON_MAX, m.reports.reason));

/** `email` is where the decision is sent; '' or absent for nowhere. */
export const commentReportInput = yup.object({
  reason: reason(),
  email: text()
    .transform(trimmed)
    .default('')
    .meta({ canBeBlank: true })
    .max(EMAIL_MAX, m.fields.emailInvalid)
    .matches(LONG_EMAIL_PATTERN, { message: m.fields.emailInvalid, excludeEmptyString: true }),
});
export type CommentReportInput = yup.InferType<typeof commentReportInput>;

/** `reason` is sent to who reported the comment and to its author. */
export const reportDecisionInput = yup.object({
  decision: text()
    .required(missing(m.reports.decision))
    .oneOf(reportDecisions, () => m.fields.oneOf({ name: m.reports.decision(), choices: reportDecisions.join(', ') })),
  reason: reason(),
});
export type ReportDecisionInput = yup.InferType<typeof reportDecisionInput>;

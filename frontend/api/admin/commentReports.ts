import type { ReportDecisionInput } from '#contract/comments/comment-reports.input.ts';
import {
  type CommentReportColumn,
  type CommentReportStatus,
  type CommentReportView,
  commentReportColumns,
} from '#contract/comments/comment-reports.ts';
import { m } from '#messages';
import { call } from '../call.ts';
import { commentsTable } from './comments.ts';
import { createTable, type TableRequest } from './table.ts';
import { refreshWork } from './work.ts';

/** What people report about comments: those that await a decision first by default, newest first among them. */
export const commentReportsTable = createTable({
  load: (query, options) => call<'CommentReports'>('GET', `/admin/comment-report?${query}`, options),
  columns: commentReportColumns,
  sort: 'status',
  direction: 'asc',
  filters: ['status'],
  rowsOf: ({ reports }) => reports,
  onChanged: refreshWork,
});

type Request = TableRequest<CommentReportColumn>;

/** Keeps or removes a reported comment, which closes all its open reports. @throws ApiError */
export async function decideReport(
  request: Request,
  report: CommentReportView,
  body: ReportDecisionInput,
): Promise<void> {
  const path = `/admin/comment-report/${encodeURIComponent(report._id)}`;
  const send = async () => {
    const response = await call<'CommentReportDecided'>('PATCH', path, { body, task: m.reports.decideTask() });
    return { message: response.message, rows: [response.report] };
  };
  const leaves: CommentReportStatus = 'open';
  if (request.filters.status === leaves) await commentReportsTable.remove(request, [report._id], send);
  // Shows the report as it is until the server responds: the dialog is above it.
  else await commentReportsTable.change(request, [report], send);
  // Other reports of the comment are closed too.
  void commentReportsTable.remote.load(request, { quiet: true });
  commentsTable.remote.forgetHidden();
}

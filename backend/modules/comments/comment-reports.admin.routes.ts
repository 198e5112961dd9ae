import type Router from '@koa/router';
import { reportDecisionInput } from '#contract/comments/comment-reports.input.ts';
import { commentReportColumns, commentReportStatuses } from '#contract/comments/comment-reports.ts';
import { m } from '#messages';
import { readFilter, readTableQuery } from '../../core/database/table.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../core/http/http.ts';
import { choice, tableParameters } from '../../core/http/parameters.ts';
import { findReport, listReports, presentReport } from './comment-reports.queries.ts';
import { decideReport } from './comment-reports.service.ts';

const api = describeCalls('Comments', {
  list: {
    summary: 'List the reports of comments',
    access: 'comments.moderate',
    query: { ...tableParameters(commentReportColumns), status: choice(commentReportStatuses) },
    response: 'CommentReports',
  },
  decide: {
    summary: 'Keep or remove a reported comment',
    access: 'comments.moderate',
    body: reportDecisionInput,
    response: 'CommentReportDecided',
    errors: ['notFound', 'conflict'],
  },
});

/** What people report about comments. */
export function commentReportsAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/comment-report', api.list, async (ctx) => {
    const query = readTableQuery(ctx, commentReportColumns, { sort: 'date', direction: 'desc', page: 1 });
    const status = readFilter(ctx, 'status', commentReportStatuses);
    const { rows, total } = await listReports(ctx.state.em, query, status);
    ctx.body = { status: 'success', reports: rows.map(presentReport), total };
  });

  router.patch('/admin/comment-report/:id', api.decide, async (ctx) => {
    const id = pathId(ctx.params.id, m.reports.notFound());
    const { em, input } = ctx.state;
    await decideReport(em, requireCaller(ctx), id, input);
    const report = presentReport(await findReport(em, id));
    ctx.body = { status: 'success', message: m.reports.decided({ decision: input.decision }), report };
  });

  return router;
}

import type Router from '@koa/router';
import { auditColumns, auditSubjects } from '#contract/audit.ts';
import { listAuditEntries } from '../../core/audit.queries.ts';
import { adminOnly, createRouter, type ShopState } from '../../core/http.ts';
import { readFilter, readTableQuery } from '../../core/table.ts';
import { presentAuditEntry } from './audit-trail.present.ts';
import { readStatistics } from './statistics.service.ts';

/** Statistics and the audit trail. */
export function dashboardRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/statistics', adminOnly, async (ctx) => {
    ctx.body = { status: 'success', ...(await readStatistics(ctx.state.em)) };
  });

  router.get('/admin/audit', adminOnly, async (ctx) => {
    const query = readTableQuery(ctx, auditColumns, { sort: 'date', direction: 'desc', page: 1 });
    const { rows, total } = await listAuditEntries(ctx.state.em, query, readFilter(ctx, 'subject', auditSubjects));
    ctx.body = { status: 'success', entries: rows.map(presentAuditEntry), total };
  });

  return router;
}

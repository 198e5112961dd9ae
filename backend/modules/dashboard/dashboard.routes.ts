import type Router from '@koa/router';
import { unsentMailColumns } from '#contract/shop/mails.ts';
import { auditColumns, auditSubjects } from '#contract/users/audit.ts';
import { m } from '#messages';
import { listAuditEntries } from '../../core/audit/audit.queries.ts';
import { isoDate } from '../../core/database/iso-date.ts';
import { readFilter, readTableQuery } from '../../core/database/table.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../core/http/http.ts';
import { choice, tableParameters } from '../../core/http/parameters.ts';
import type { DutyDeps } from '../duties/found-duties.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import { readStatistics } from './statistics.service.ts';
import { listUnsentMails, retryAllMails, retryMail } from './unsent-mails.service.ts';
import { readWork } from './work.service.ts';

const api = describeCalls('Dashboard', {
  readStatistics: { summary: 'Read the statistics', access: 'statistics.read', response: 'Statistics' },
  readWork: { summary: 'Count the work that waits', access: 'dashboard.open', response: 'Work' },
  listAudit: {
    summary: 'List the audit trail',
    access: 'audit.read',
    query: { ...tableParameters(auditColumns), subject: choice(auditSubjects) },
    response: 'AuditTrail',
  },
  listUnsentMails: {
    summary: 'List unsent emails',
    access: 'mails.retry',
    query: tableParameters(unsentMailColumns),
    response: 'UnsentMails',
  },
  retryAllMails: {
    summary: 'Send all unsent emails again',
    access: 'mails.retry',
    response: 'Done',
    errors: ['notFound'],
  },
  retryMail: { summary: 'Send an unsent email again', access: 'mails.retry', response: 'Done' },
});

/** Statistics, the work that waits, the audit trail and unsent mails. */
type Options = { settings: ShopSettings; duties: DutyDeps };

export function dashboardRoutes({ settings, duties }: Options): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/statistics', api.readStatistics, async (ctx) => {
    const { em } = ctx.state;
    const { timeZone } = await settings.read(em);
    ctx.body = { status: 'success', ...(await readStatistics(em, timeZone)) };
  });

  router.get('/admin/work', api.readWork, async (ctx) => {
    ctx.body = { status: 'success', ...(await readWork(ctx.state.em, ctx.state.caller.role, duties)) };
  });

  router.get('/admin/audit', api.listAudit, async (ctx) => {
    const query = readTableQuery(ctx, auditColumns, { sort: 'date', direction: 'desc', page: 1 });
    const { rows, total } = await listAuditEntries(ctx.state.em, query, readFilter(ctx, 'subject', auditSubjects));
    const entries = rows.map(({ id, actor, key, action, subjectId, subjectName, changes, createdAt }) => {
      const date = isoDate(createdAt);
      return { _id: id, actor, ...(key !== null && { key }), action, subjectId, subjectName, changes, date };
    });
    ctx.body = { status: 'success', entries, total };
  });

  router.get('/admin/unsent-mail', api.listUnsentMails, async (ctx) => {
    const query = readTableQuery(ctx, unsentMailColumns, { sort: 'date', direction: 'desc', page: 1 });
    const { rows, total } = await listUnsentMails(ctx.state.em, query);
    ctx.body = { status: 'success', mails: rows, total };
  });

  router.post('/admin/unsent-mail/retry', api.retryAllMails, async (ctx) => {
    const count = await retryAllMails(ctx.state.em, requireCaller(ctx));
    ctx.body = { status: 'success', message: m.mails.retryingAll({ count }) };
  });

  router.post('/admin/unsent-mail/:id/retry', api.retryMail, async (ctx) => {
    await retryMail(ctx.state.em, requireCaller(ctx), pathId(ctx.params.id, m.mails.notFound()));
    ctx.body = { status: 'success', message: m.mails.retrying() };
  });

  return router;
}

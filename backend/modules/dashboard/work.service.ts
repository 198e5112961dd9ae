import { can } from '#contract/users/capabilities.ts';
import type { Role } from '#contract/users/users.ts';
import type { WorkView } from '#contract/users/work.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { countOpenReports } from '../comments/comment-reports.queries.ts';
import { countComments } from '../comments/comments.queries.ts';
import { countOpenDuties } from '../duties/duties.service.ts';
import type { DutyDeps } from '../duties/found-duties.ts';
import { countOpenOrders } from '../orders/dashboard/orders.admin.queries.ts';
import { countReturns } from '../orders/returns/returns.queries.ts';
import { countWithdrawals } from '../orders/withdrawals/withdrawals.queries.ts';
import { countUnsentMails } from './unsent-mails.service.ts';

/** Counts the work that waits for a role. Every open dashboard asks each minute, so each count uses an index. */
export async function readWork(em: EntityManager, role: Role, duties: DutyDeps): Promise<WorkView> {
  const [orders, commentsWaiting, reportsOpen, returns, withdrawalsWaiting, unsentMails, dutiesOpen] =
    await Promise.all([
      can(role, 'orders.read') ? countOpenOrders(em) : null,
      can(role, 'comments.moderate') ? countComments(em, { approved: false }) : null,
      can(role, 'comments.moderate') ? countOpenReports(em) : null,
      can(role, 'orders.read') ? countReturns(em) : null,
      can(role, 'orders.read') ? countWithdrawals(em) : null,
      can(role, 'mails.retry') ? countUnsentMails(em) : null,
      can(role, 'settings.edit') ? countOpenDuties(em, duties) : null,
    ]);
  return {
    ordersToShip: orders?.toShip ?? null,
    ordersToCollect: orders?.toCollect ?? null,
    commentsWaiting,
    reportsOpen,
    returnsRequested: returns?.requested ?? null,
    returnsOverdue: returns?.overdue ?? null,
    withdrawalsWaiting,
    unsentMails,
    dutiesOpen,
  };
}

import { type InferResult, sql } from 'kysely';
import type {
  CommentReportColumn,
  CommentReportStatus,
  CommentReportView,
  OwnReportView,
} from '#contract/comments/comment-reports.ts';
import type { TableQuery } from '#contract/table.ts';
import { m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import { isoDate } from '../../core/database/iso-date.ts';
import { isFound, isSameName, keyOfEmail } from '../../core/database/names.ts';
import { anyOf, jsonRows } from '../../core/database/queries.ts';
import { countRows, readPage } from '../../core/database/table.ts';
import { AppError } from '../../core/errors.ts';
import { userNames } from '../users/accounts/users.queries.ts';
import { db } from './comments.tables.ts';

type ReportRow = InferResult<ReturnType<typeof reports>>[number];

function reports(em: EntityManager) {
  return db(em)
    .selectFrom('commentReport')
    .select(['commentReport.id', 'commentReport.commentId', 'commentReport.productTitle', 'commentReport.reason'])
    .select(['commentReport.email', 'commentReport.createdAt', 'commentReport.decision'])
    .select(['commentReport.decisionReason', 'commentReport.decidedAt'])
    .select(({ selectFrom }) =>
      jsonRows(
        selectFrom('comment')
          .select(['comment.author', 'comment.content', 'comment.productId', 'comment.approved'])
          .whereRef('comment.id', '=', 'commentReport.commentId'),
      ).as('comments'),
    );
}

export function presentReport({ comments, ...report }: ReportRow): CommentReportView {
  return { ...presentOwnReport(report), comment: comments[0] ?? null, email: report.email };
}

function presentOwnReport(report: Omit<ReportRow, 'comments'>): OwnReportView {
  const { id, commentId, productTitle, reason, createdAt, decision, decisionReason, decidedAt } = report;
  return {
    _id: id,
    commentId,
    productTitle,
    reason,
    date: isoDate(createdAt),
    decision,
    decisionReason,
    decidedAt: decidedAt && isoDate(decidedAt),
  };
}

/** A page of the reports for a table. The search covers their reasons. */
export function listReports(em: EntityManager, query: TableQuery<CommentReportColumn>, status?: CommentReportStatus) {
  let found = reports(em);
  if (status !== undefined) found = found.where('decision', status === 'open' ? 'is' : 'is not', null);
  if (query.search !== '') found = found.where(isFound('reason', query.search));
  const columns = { date: 'createdAt', status: sql`(decision is not null)` } as const;
  return readPage(query, { columns, ties: ['createdAt', 'id'] }, found, countRows(em, found.clearSelect()));
}

/** @throws AppError notFound */
export function findReport(em: EntityManager, reportId: string): Promise<ReportRow> {
  const notFound = () => new AppError('notFound', m.reports.notFound());
  return reports(em).where('commentReport.id', '=', reportId).executeTakeFirstOrThrow(notFound);
}

export async function countOpenReports(em: EntityManager): Promise<number> {
  const { count } = await db(em)
    .selectFrom('commentReport')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The reports made with the email of a user, newest first; none if it isn't confirmed. */
export async function listOwnReports(em: EntityManager, userId: string): Promise<OwnReportView[]> {
  const rows = await reports(em)
    .innerJoin(userNames(em).as('owner'), (join) =>
      join.on(isSameName('comment_report.email', sql.ref<string>('owner.email'), keyOfEmail)),
    )
    .where('owner.id', '=', userId)
    .where('owner.verifiedAt', 'is not', null)
    .orderBy('commentReport.createdAt', 'desc')
    .orderBy('commentReport.id', 'desc')
    .execute();
  return rows.map(presentOwnReport);
}

/** The emails of reports, by id. */
export async function findReportEmails(em: EntityManager, reportIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db(em)
    .selectFrom('commentReport')
    .select(['id', 'email'])
    .where('id', '=', anyOf(reportIds))
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Subquery: the ids of reports made with an email that contains `search`. */
export function reportsFrom(em: EntityManager, search: string) {
  return db(em).selectFrom('commentReport').select('id').where(isFound('email', search));
}

import type { CommentAction, CommentColumn } from '#contract/comments.ts';
import type { TableQuery } from '#contract/table.ts';
import { type Actor, audit } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { type Condition, containing, pageOf, readTable, type TableSource } from '../../core/table.ts';
import type { CommentRow } from './comments.present.ts';
import { COMMENT_COLUMNS } from './comments.service.ts';

export const NO_SUCH_COMMENT = 'There is no such comment';

const FROM_COMMENTS = 'comment c join product p on p.id = c.product_id';

const comments: Omit<TableSource<CommentColumn>, 'from' | 'search'> = {
  select: 'c.id',
  countFrom: 'comment c',
  columns: {
    product: 'lower(p.title)',
    author: 'lower(c.author)',
    // What shows of a comment in a table, so that its whole text need not be compared.
    comment: 'lower(left(c.content, 60))',
    date: 'c.created_at',
    status: 'c.approved',
  },
  // What a column can't tell apart is newest first.
  id: 'c.created_at desc, c.id',
};

type CommentFilter = { approved?: boolean; productId?: string };

/** The comments that a table shows; `approved` and `productId` narrow it. */
export async function listComments(
  em: EntityManager,
  query: TableQuery<CommentColumn>,
  filter: CommentFilter = {},
): Promise<{ rows: CommentRow[]; total: number }> {
  const from = query.sort === 'product' ? FROM_COMMENTS : 'comment c';
  const source = { ...comments, from, search: [], where: conditions(query.search, filter) };
  const { rows: ids, total } = await readTable<{ id: string }, CommentColumn>(em, source, { ...query, search: '' });
  const { sql, parameters } = pageOf(ids);
  const rows = await em.execute<CommentRow[]>(
    `select ${COMMENT_COLUMNS} from ${FROM_COMMENTS} join ${sql} on page.id = c.id order by page.place`,
    parameters,
  );
  return { rows, total };
}

function conditions(search: string, { approved, productId }: CommentFilter): Condition[] {
  const where: Condition[] = [];
  if (approved !== undefined) where.push({ sql: 'c.approved = ?', parameters: [approved] });
  if (productId !== undefined) where.push({ sql: 'c.product_id = ?', parameters: [productId] });
  if (search !== '') {
    where.push({
      // An array of products, where a join would keep PostgreSQL from looking into the indexes of the texts.
      sql: `(c.content ilike ? or c.author ilike ?
        or c.product_id = any(array(select id from product where title ilike ?)))`,
      parameters: Array(3).fill(containing(search)),
    });
  }
  return where;
}

/** How many comments wait for approval. */
export async function countWaitingComments(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>('select count(*)::int from comment where not approved');
  return row?.count ?? 0;
}

/** @throws AppError notFound */
export async function findComment(em: EntityManager, commentId: string): Promise<CommentRow> {
  const [comment] = await em.execute<CommentRow[]>(`select ${COMMENT_COLUMNS} from ${FROM_COMMENTS} where c.id = ?`, [
    commentId,
  ]);
  if (comment === undefined) throw new AppError('notFound', NO_SUCH_COMMENT);
  return comment;
}

/** Approves, forbids or deletes one comment. Approving it twice changes nothing more. @throws AppError notFound */
export async function moderateComment(
  em: EntityManager,
  admin: Actor,
  commentId: string,
  action: CommentAction,
): Promise<void> {
  const { found } = await moderateComments(em, admin, [commentId], action);
  if (found === 0) throw new AppError('notFound', NO_SUCH_COMMENT);
}

/**
 * Approves, forbids or deletes comments, all of them at once. Those that are gone are passed over.
 * @returns how many of them there were, and how many were not so already
 */
export async function moderateComments(
  em: EntityManager,
  admin: Actor,
  commentIds: string[],
  action: CommentAction,
): Promise<{ found: number; changed: number }> {
  return em.transactional(async (em) => {
    const found = await lockComments(em, commentIds);
    const changing = found.filter(({ approved }) => action === 'delete' || approved !== (action === 'approve'));
    if (changing.length > 0) await change(em, changing, action);
    for (const { id, author, productTitle } of changing) {
      audit(em, admin, {
        action: auditActions[action],
        subjectId: id,
        subjectName: `${author} on ${productTitle}`,
      });
    }
    return { found: found.length, changed: changing.length };
  });
}

const auditActions = {
  approve: 'comment.approved',
  forbid: 'comment.forbidden',
  delete: 'comment.deleted',
} as const;

type LockedComment = { id: string; author: string; productTitle: string; approved: boolean };

/** In one order, whoever locks; and behind the deletion of a product, which takes its comments in an order of its own. */
async function lockComments(em: EntityManager, commentIds: string[]): Promise<LockedComment[]> {
  await em.execute(
    `select 1 from product where id in (select product_id from comment where id = any(array[?]::uuid[]))
     order by id for key share`,
    [commentIds],
  );
  return em.execute<LockedComment[]>(
    `select c.id, c.author, c.approved, p.title as "productTitle"
     from comment c join product p on p.id = c.product_id
     where c.id = any(array[?]::uuid[]) order by c.id for update of c`,
    [commentIds],
  );
}

async function change(em: EntityManager, comments: LockedComment[], action: CommentAction): Promise<void> {
  const ids = comments.map(({ id }) => id);
  if (action === 'delete') await em.execute('delete from comment where id = any(array[?]::uuid[])', [ids]);
  else {
    await em.execute('update comment set approved = ? where id = any(array[?]::uuid[])', [action === 'approve', ids]);
  }
}

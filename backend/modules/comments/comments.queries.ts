import { type InferResult, sql } from 'kysely';
import type { CommentColumn, CommentSort } from '#contract/comments.ts';
import type { TableQuery } from '#contract/table.ts';
import type { OwnCommentView } from '#contract/users.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { asInDictionary } from '../../core/database/names.ts';
import { anyOf, containing, pageOf, prepared } from '../../core/database/queries.ts';
import { countRows, readPage, total } from '../../core/database/table.ts';
import { productsTitled, productTitles } from '../catalogue/catalogue.queries.ts';
import { rates } from '../ratings/ratings.queries.ts';
import { db } from './comments.tables.ts';

export type CommentRow = InferResult<ReturnType<typeof comments>>[number];

function comments(em: EntityManager) {
  return db(em)
    .selectFrom('comment')
    .innerJoin(productTitles(em).as('product'), 'product.id', 'comment.productId')
    .leftJoin(rates(em).as('rating'), (join) =>
      join.onRef('rating.productId', '=', 'comment.productId').onRef('rating.userId', '=', 'comment.userId'),
    )
    .select(['comment.id', 'comment.author', 'rating.rate', 'comment.content', 'comment.approved', 'comment.createdAt'])
    .select(['product.id as productId', 'product.title as productTitle']);
}

type CommentFilter = { approved?: boolean; productId?: string };

/** A page of comments for a table, filtered by `approved` and `productId`. */
export async function listComments(
  em: EntityManager,
  query: TableQuery<CommentColumn>,
  filter: CommentFilter = {},
): Promise<{ rows: CommentRow[]; total: number }> {
  const found = findComments(em, query.search, filter);
  const page = await readPage(
    query,
    {
      columns: {
        product: asInDictionary(sql.ref('product.title')),
        author: asInDictionary(sql.ref('comment.author')),
        // Only the visible part: comparing whole texts is slow.
        comment: asInDictionary(sql`left(comment.content, 60)`),
        date: 'comment.createdAt',
        status: 'comment.approved',
      },
      ties: ['comment.createdAt', 'comment.id'],
    },
    found
      .select('comment.id')
      .$if(query.sort === 'product', (rows) =>
        rows.innerJoin(productTitles(em).as('product'), 'product.id', 'comment.productId'),
      ),
    countRows(em, found),
  );
  const ids = page.rows.map(({ id }) => id);
  return { rows: await commentsOfPage(em, ids), total: page.total };
}

const commentsOfPage = prepared((em, ids: readonly string[]) =>
  comments(em).innerJoin(pageOf(ids), 'page.id', 'comment.id').orderBy('page.place'),
);

function findComments(em: EntityManager, search: string, { approved, productId }: CommentFilter) {
  let found = db(em).selectFrom('comment');
  if (approved !== undefined) found = found.where('approved', '=', approved);
  if (productId !== undefined) found = found.where('productId', '=', productId);
  if (search === '') return found;
  const pattern = containing(search);
  // A union, because with `or` PostgreSQL may compare each comment with every product found.
  const matching = idsOfComments(em)
    .where('content', 'ilike', pattern)
    .union(idsOfComments(em).where('author', 'ilike', pattern))
    .union(idsOfComments(em).where('productId', 'in', productsTitled(em, search)));
  return found.where('comment.id', 'in', matching);
}

function idsOfComments(em: EntityManager) {
  return db(em).selectFrom('comment').select('id');
}

function approvedComments(em: EntityManager, productId: string) {
  return comments(em)
    .where('comment.productId', '=', productId)
    .where('comment.approved', '=', true)
    .where('product.isPublished', '=', true);
}

/** The approved comments on a published product, newest first. */
export const findApprovedComments = prepared((em, productId: string) => newestFirst(approvedComments(em, productId)));

/** A part of the approved comments on a published product, in each order. */
export const approvedCommentsBy = {
  newest: prepared((em, productId: string, limit: number, offset: number) =>
    newestFirst(approvedComments(em, productId)).limit(limit).offset(offset),
  ),
  best: prepared((em, productId: string, limit: number, offset: number) =>
    newestFirst(approvedComments(em, productId).orderBy('rating.rate', (order) => order.desc().nullsLast()))
      .limit(limit)
      .offset(offset),
  ),
} satisfies Record<CommentSort, unknown>;

function newestFirst(rows: ReturnType<typeof approvedComments>) {
  return rows.orderBy('comment.createdAt', 'desc').orderBy('comment.id', 'desc');
}

/** One row: the number of approved comments on a product. */
export const countApprovedComments = prepared((em, productId: string) =>
  db(em).selectFrom('comment').select(total).where('productId', '=', productId).where('approved', '=', true),
);

export function findComment(em: EntityManager, commentId: string): Promise<CommentRow | undefined> {
  return comments(em).where('comment.id', '=', commentId).executeTakeFirst();
}

/** The number of comments awaiting approval. */
export async function countWaitingComments(em: EntityManager): Promise<number> {
  const { count } = await db(em)
    .selectFrom('comment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('approved', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of comments on each product. Products without comments are missing from the map. */
export async function countCommentsOf(em: EntityManager, productIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await commentCounts(em, productIds);
  return new Map(rows.map(({ productId, count }) => [productId, count]));
}

const commentCounts = prepared((em, productIds: readonly string[]) =>
  db(em)
    .selectFrom('comment')
    .select(({ fn }) => ['productId', fn.countAll<number>().as('count')])
    .where('productId', '=', anyOf(productIds))
    .groupBy('productId'),
);

/** The comments of a user, newest first, also those that await approval. */
export async function listOwnComments(em: EntityManager, userId: string): Promise<OwnCommentView[]> {
  const rows = await comments(em).where('comment.userId', '=', userId).orderBy('comment.id', 'desc').execute();
  return rows.map(({ id, productId, productTitle, content, approved, createdAt }) => ({
    _id: id,
    productId,
    productTitle,
    content,
    approved,
    date: new Date(createdAt).toISOString(),
  }));
}

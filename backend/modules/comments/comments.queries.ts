import { type InferResult, sql } from 'kysely';
import type { CommentColumn, CommentSort, CommentView } from '#contract/comments/comments.ts';
import type { TableQuery } from '#contract/table.ts';
import type { OwnCommentView } from '#contract/users/users.ts';
import { m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import { isoDate } from '../../core/database/iso-date.ts';
import { asInDictionary, isFound } from '../../core/database/names.ts';
import { anyOf, pageOf, prepared } from '../../core/database/queries.ts';
import { countRows, readPageAs } from '../../core/database/table.ts';
import { AppError } from '../../core/errors.ts';
import { productsTitled, productTitles } from '../catalogue/catalogue.queries.ts';
import { rates } from '../ratings/ratings.queries.ts';
import { db } from './comments.tables.ts';

type CommentRow = InferResult<ReturnType<typeof comments>>[number];

type Purchase = { userId: string; productId: string };

/** Which of the given products have been bought by the given users. Injected by app.ts: orders are above comments. */
export type FindPurchases = (em: EntityManager, asked: readonly Purchase[]) => Promise<readonly Purchase[]>;

function comments(em: EntityManager) {
  return db(em)
    .selectFrom('comment')
    .innerJoin(productTitles(em).as('product'), 'product.id', 'comment.productId')
    .leftJoin(rates(em).as('rating'), (join) =>
      join.onRef('rating.productId', '=', 'comment.productId').onRef('rating.userId', '=', 'comment.userId'),
    )
    .select(['comment.id', 'comment.author', 'comment.userId', 'rating.rate', 'comment.content', 'comment.approved'])
    .select(['comment.createdAt', 'product.id as productId', 'product.title as productTitle']);
}

/** Comments as the API shows them. */
export async function viewComments(
  em: EntityManager,
  findPurchases: FindPurchases,
  rows: readonly CommentRow[],
): Promise<CommentView[]> {
  const byUsers = rows.flatMap(({ userId, productId }) => (userId === null ? [] : { userId, productId }));
  const asked = new Map(byUsers.map((purchase) => [purchaseKey(purchase), purchase]));
  const purchases = asked.size === 0 ? [] : await findPurchases(em, [...asked.values()]);
  const bought = new Set(purchases.map(purchaseKey));
  return rows.map(({ id, userId, approved, createdAt, ...comment }) => ({
    _id: id,
    ...comment,
    isBuyer: bought.has(purchaseKey({ userId, productId: comment.productId })),
    date: isoDate(createdAt),
    status: approved,
  }));
}

function purchaseKey({ userId, productId }: Pick<CommentRow, 'userId' | 'productId'>): string {
  return `${userId} ${productId}`;
}

type CommentFilter = { approved?: boolean; productId?: string };

/** A page of comments for a table, filtered by `approved` and `productId`. */
export async function listComments(em: EntityManager, query: TableQuery<CommentColumn>, filter: CommentFilter = {}) {
  const found = findComments(em, query.search, filter);
  return readPageAs(
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
    {
      show: (page) => {
        const ids = page.map(({ id }) => id);
        return comments(em).innerJoin(pageOf(ids), 'page.id', 'comment.id').orderBy('page.place').execute();
      },
    },
  );
}

function findComments(em: EntityManager, search: string, { approved, productId }: CommentFilter) {
  let found = db(em).selectFrom('comment');
  if (approved !== undefined) found = found.where('approved', '=', approved);
  if (productId !== undefined) found = found.where('productId', '=', productId);
  if (search === '') return found;
  // A union, because with `or` PostgreSQL may compare each comment with every product found.
  const matching = idsOfComments(em)
    .where(isFound('content', search))
    .union(idsOfComments(em).where(isFound('author', search)))
    .union(idsOfComments(em).where('productId', 'in', productsTitled(em, search)));
  return found.where('comment.id', 'in', matching);
}

function idsOfComments(em: EntityManager) {
  return db(em).selectFrom('comment').select('id');
}

/** The number of comments that match. */
export async function countComments(em: EntityManager, filter: CommentFilter): Promise<number> {
  const counted = findComments(em, '', filter).select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

/** The approved comments on a published product, in an order. */
export function approvedComments(em: EntityManager, productId: string, sort: CommentSort = 'newest') {
  return comments(em)
    .where('comment.productId', '=', productId)
    .where('comment.approved', '=', true)
    .where('product.isPublished', '=', true)
    .$if(sort === 'best', (rows) => rows.orderBy('rating.rate', (order) => order.desc().nullsLast()))
    .orderBy('comment.createdAt', 'desc')
    .orderBy('comment.id', 'desc');
}

/** @throws AppError notFound */
export async function findComment(
  em: EntityManager,
  findPurchases: FindPurchases,
  commentId: string,
): Promise<CommentView> {
  const rows = await comments(em).where('comment.id', '=', commentId).execute();
  const [comment] = await viewComments(em, findPurchases, rows);
  if (comment === undefined) throw new AppError('notFound', m.comments.notFound());
  return comment;
}

const commentCounts = prepared((em, productIds: readonly string[]) =>
  db(em)
    .selectFrom('comment')
    .select(({ fn }) => ['productId', fn.countAll<number>().as('count')])
    .where('productId', '=', anyOf(productIds))
    .groupBy('productId'),
);

/** The number of comments on each product. Products without comments are missing from the map. */
export async function countCommentsOf(em: EntityManager, productIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await commentCounts(em, productIds);
  return new Map(rows.map(({ productId, count }) => [productId, count]));
}

/** The comments of a user, newest first, also those that await approval. */
export async function listOwnComments(em: EntityManager, userId: string): Promise<OwnCommentView[]> {
  const rows = await comments(em).where('comment.userId', '=', userId).orderBy('comment.id', 'desc').execute();
  return rows.map(({ id, author: _, rate: __, userId: ___, createdAt, ...comment }) => {
    return { _id: id, ...comment, date: isoDate(createdAt) };
  });
}

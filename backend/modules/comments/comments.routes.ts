import type Router from '@koa/router';
import { commentReportInput } from '#contract/comments/comment-reports.input.ts';
import { commentInput } from '#contract/comments/comments.input.ts';
import { type CommentSort, commentSorts } from '#contract/comments/comments.ts';
import { PAGE_MAX } from '#contract/table.ts';
import { m } from '#messages';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, type ShopContext, type ShopState } from '../../core/http/http.ts';
import { choice, count } from '../../core/http/parameters.ts';
import { queryString } from '../../core/http/query-string.ts';
import { reportComment } from './comment-reports.service.ts';
import type { FindPurchases } from './comments.queries.ts';
import { addComment, listApprovedComments } from './comments.service.ts';

const api = describeCalls('Comments', {
  add: {
    summary: 'Comment on a product',
    quota: 'comment',
    body: commentInput,
    response: 'Done',
    errors: ['notFound'],
  },
  list: {
    summary: 'List the approved comments on a product',
    query: { sort: choice(commentSorts), page: count(PAGE_MAX) },
    response: 'ProductComments',
  },
  report: {
    summary: 'Report a comment',
    quota: 'commentReport',
    body: commentReportInput,
    response: 'Done',
    errors: ['notFound', 'conflict'],
  },
});

/** The storefront's comments. */
export function commentsRoutes({ findPurchases }: { findPurchases: FindPurchases }): Router<ShopState> {
  const router = createRouter();

  router.post('/comment', api.add, async (ctx) => {
    await addComment(ctx.state.em, ctx.state.caller, ctx.state.input);
    ctx.body = { status: 'success', message: m.comments.thanks() };
  });

  router.get('/comment/filter/:productId', api.list, async (ctx) => {
    const productId = pathId(ctx.params.productId, m.catalogue.productNotFound());
    const comments = await listApprovedComments(ctx.state.em, findPurchases, productId, readPageWanted(ctx));
    ctx.body = { status: 'success', ...comments };
  });

  router.post('/comment/:id/report', api.report, async (ctx) => {
    const id = pathId(ctx.params.id, m.comments.notFound());
    const { em, input } = ctx.state;
    await reportComment(em, ctx.ip, id, input);
    ctx.body = { status: 'success', message: m.reports.thanks({ answer: input.email === '' ? 'none' : 'email' }) };
  });

  return router;
}

/** The page that a call asks for; null if it asks for all comments. @throws AppError invalid */
function readPageWanted(ctx: ShopContext): { sort: CommentSort; page: number } | null {
  const given = queryString(ctx, { strict: true });
  const [sort, page] = [given.choice('sort', commentSorts), given.count('page', PAGE_MAX)];
  given.finish();
  return sort === undefined && page === undefined ? null : { sort: sort ?? 'newest', page: page ?? 1 };
}

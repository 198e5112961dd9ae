import type Router from '@koa/router';
import { commentInput } from '#contract/comments.input.ts';
import { type CommentSort, commentSorts } from '#contract/comments.ts';
import { PAGE_MAX } from '#contract/table.ts';
import { m } from '#messages';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, type ShopContext, type ShopState } from '../../core/http/http.ts';
import { choice, count } from '../../core/http/parameters.ts';
import { queryString } from '../../core/http/query-string.ts';
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
});

/** The storefront's comments. */
export function commentsRoutes(): Router<ShopState> {
  const router = createRouter();

  router.post('/comment', api.add, async (ctx) => {
    await addComment(ctx.state.em, ctx.state.caller, ctx.state.input);
    ctx.body = { status: 'success', message: m.comments.thanks() };
  });

  router.get('/comment/filter/:productId', api.list, async (ctx) => {
    const productId = pathId(ctx.params.productId, m.catalogue.productNotFound());
    const comments = await listApprovedComments(ctx.state.em, productId, readPageWanted(ctx));
    ctx.body = { status: 'success', ...comments };
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

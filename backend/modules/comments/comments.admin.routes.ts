import type Router from '@koa/router';
import { bulkCommentsInput, commentStatusInput } from '#contract/comments/comments.input.ts';
import { commentColumns, commentStatuses } from '#contract/comments/comments.ts';
import { m } from '#messages';
import { readFilter, readTableQuery } from '../../core/database/table.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../core/http/http.ts';
import { choice, idParameter, tableParameters } from '../../core/http/parameters.ts';
import { readId } from '../../core/http/query-string.ts';
import { type FindPurchases, findComment, listComments, viewComments } from './comments.queries.ts';
import { moderateComment, moderateComments } from './comments.service.ts';

const api = describeCalls('Comments', {
  list: {
    summary: 'List all comments',
    access: 'comments.moderate',
    query: { ...tableParameters(commentColumns), status: choice(commentStatuses), productId: idParameter },
    response: 'AdminComments',
  },
  moderate: {
    summary: 'Approve or forbid a comment',
    access: 'comments.moderate',
    body: commentStatusInput,
    response: 'CommentSaved',
    errors: ['notFound'],
  },
  delete: { summary: 'Delete a comment', access: 'comments.moderate', response: 'Done' },
  moderateMany: {
    summary: 'Approve, forbid or delete many comments',
    access: 'comments.moderate',
    body: bulkCommentsInput,
    response: 'CommentsChanged',
    errors: ['notFound'],
  },
});

/** The dashboard's comments. */
export function commentsAdminRoutes({ findPurchases }: { findPurchases: FindPurchases }): Router<ShopState> {
  const router = createRouter();

  router.get('/comment', api.list, async (ctx) => {
    const query = readTableQuery(ctx, commentColumns, { sort: 'date', direction: 'desc' });
    const status = readFilter(ctx, 'status', commentStatuses);
    const approved = status && status === 'approved';
    const { rows, total } = await listComments(ctx.state.em, query, {
      approved,
      productId: ctx.query.productId ? readId(ctx, 'product') : undefined,
    });
    ctx.body = { status: 'success', allComments: await viewComments(ctx.state.em, findPurchases, rows), total };
  });

  router.patch('/comment', api.moderate, async (ctx) => {
    const { commentId, status } = ctx.state.input;
    const action = status ? 'approve' : 'forbid';
    await moderateComment(ctx.state.em, requireCaller(ctx), commentId, action);
    const comment = await findComment(ctx.state.em, findPurchases, commentId);
    ctx.body = { status: 'success', message: m.comments.moderated({ action }), comment };
  });

  router.delete('/comment/:id', api.delete, async (ctx) => {
    const id = pathId(ctx.params.id, m.comments.notFound());
    await moderateComment(ctx.state.em, requireCaller(ctx), id, 'delete');
    ctx.body = { status: 'success', message: m.comments.moderated({ action: 'delete' }) };
  });

  router.post('/admin/comment/bulk', api.moderateMany, async (ctx) => {
    const { commentIds, action } = ctx.state.input;
    const { changed } = await moderateComments(ctx.state.em, requireCaller(ctx), commentIds, action);
    ctx.body = { status: 'success', message: m.comments.changed({ action, count: changed }), changed };
  });

  return router;
}

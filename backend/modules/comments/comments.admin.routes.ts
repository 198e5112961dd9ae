import type Router from '@koa/router';
import { bulkCommentsInput, commentStatusInput } from '#contract/comments.input.ts';
import { commentColumns, commentStatuses } from '#contract/comments.ts';
import { counted } from '#contract/numbers.ts';
import { isId } from '#contract/text.ts';
import { invalid } from '../../core/errors.ts';
import {
  adminOnly,
  createRouter,
  jsonBody,
  pathId,
  requireAdmin,
  type ShopContext,
  type ShopState,
  validate,
} from '../../core/http.ts';
import { readFilter, readTableQuery } from '../../core/table.ts';
import { COMMENT_NOT_FOUND, getComment, moderateComment, moderateComments } from './comments.admin.service.ts';
import { presentComment } from './comments.present.ts';
import { listComments } from './comments.queries.ts';

/** The dashboard's comments. */
export function commentsAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/comment', adminOnly, async (ctx) => {
    const query = readTableQuery(ctx, commentColumns, { sort: 'date', direction: 'desc' });
    const status = readFilter(ctx, 'status', commentStatuses);
    const approved = status && status === 'approved';
    const { rows, total } = await listComments(ctx.state.em, query, { approved, productId: readProductId(ctx) });
    ctx.body = { status: 'success', allComments: rows.map(presentComment), total };
  });

  router.patch('/comment', adminOnly, jsonBody, async (ctx) => {
    const { commentId, status } = validate(commentStatusInput, ctx.request.body);
    await moderateComment(ctx.state.em, requireAdmin(ctx), commentId, status ? 'approve' : 'forbid');
    const comment = presentComment(await getComment(ctx.state.em, commentId));
    ctx.body = { status: 'success', message: `Comment ${status ? 'approved' : 'forbidden'}`, comment };
  });

  router.delete('/comment/:id', adminOnly, async (ctx) => {
    const id = pathId(ctx.params.id, COMMENT_NOT_FOUND);
    await moderateComment(ctx.state.em, requireAdmin(ctx), id, 'delete');
    ctx.body = { status: 'success', message: 'Comment deleted' };
  });

  router.post('/admin/comment/bulk', adminOnly, jsonBody, async (ctx) => {
    const { commentIds, action } = validate(bulkCommentsInput, ctx.request.body);
    const { changed } = await moderateComments(ctx.state.em, requireAdmin(ctx), commentIds, action);
    ctx.body = {
      status: 'success',
      message: `${counted(changed, { one: 'comment', other: 'comments' })} ${pastTense[action]}`,
      changed,
    };
  });

  return router;
}

const pastTense = { approve: 'approved', forbid: 'forbidden', delete: 'deleted' };

function readProductId(ctx: ShopContext): string | undefined {
  const { productId } = ctx.query;
  if (productId === undefined || productId === '') return undefined;
  if (!isId(productId)) throw invalid({ productId: 'productId must be the id of a product' });
  return productId;
}

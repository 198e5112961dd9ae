import type Router from '@koa/router';
import { commentInput } from '#contract/comments.input.ts';
import { GUEST } from '#contract/users.ts';
import { createRouter, jsonBody, pathId, type ShopState, validate } from '../../core/http.ts';
import { limitByAddress, type RateLimit } from '../../core/rate-limit.ts';
import { PRODUCT_NOT_FOUND } from '../catalogue/catalogue.service.ts';
import { presentComment } from './comments.present.ts';
import { addComment, listApprovedComments } from './comments.service.ts';

/** Limited because an admin must read every comment. */
const COMMENTS: RateLimit = { most: 100, seconds: 60 * 60 };

/** The storefront's comments. */
export function commentsRoutes(): Router<ShopState> {
  const router = createRouter();

  router.post('/comment', limitByAddress(COMMENTS), jsonBody, async (ctx) => {
    const input = validate(commentInput, ctx.request.body);
    await addComment(ctx.state.em, ctx.state.caller?.username ?? GUEST, input);
    ctx.body = { status: 'success', message: 'Thank you. Your comment will appear once it has been approved.' };
  });

  router.get('/comment/filter/:productId', async (ctx) => {
    const productId = pathId(ctx.params.productId, PRODUCT_NOT_FOUND);
    const comments = await listApprovedComments(ctx.state.em, productId);
    ctx.body = { status: 'success', allComments: comments.map(presentComment) };
  });

  return router;
}

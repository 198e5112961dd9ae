import type Router from '@koa/router';
import { ratingInput } from '#contract/ratings.input.ts';
import { LOGIN_TO_RATE } from '#contract/ratings.ts';
import { createRouter, jsonBody, requireCaller, type ShopState, validate } from '../../core/http.ts';
import { presentProduct } from '../catalogue/catalogue.present.ts';
import { getProduct } from '../catalogue/catalogue.service.ts';
import { viewUser } from '../users/users.service.ts';
import { productsRatedBy } from './ratings.queries.ts';
import { rateProduct } from './ratings.service.ts';

export function ratingsRoutes(): Router<ShopState> {
  const router = createRouter();

  router.patch('/products/single', jsonBody, async (ctx) => {
    const { userId } = requireCaller(ctx, LOGIN_TO_RATE);
    const input = validate(ratingInput, ctx.request.body);
    await rateProduct(ctx.state.em, userId, input);
    ctx.body = {
      status: 'success',
      message: 'Thank you for your rating',
      user: await viewUser(ctx.state.em, productsRatedBy, userId),
      product: presentProduct(await getProduct(ctx.state.em, input.productId)),
    };
  });

  return router;
}

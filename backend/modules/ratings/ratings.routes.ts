import type Router from '@koa/router';
import { ratingInput } from '#contract/ratings.input.ts';
import { LOGIN_TO_RATE } from '#contract/ratings.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, requireCaller, type ShopState } from '../../core/http/http.ts';
import { presentOneProduct } from '../catalogue/catalogue.present.ts';
import { getProduct } from '../catalogue/catalogue.service.ts';
import { viewUser } from '../users/accounts/users.service.ts';
import { productsRatedBy } from './ratings.queries.ts';
import { rateProduct } from './ratings.service.ts';

const api = describeCalls('Products', {
  rate: {
    summary: 'Rate a product',
    access: 'user',
    loginMessage: LOGIN_TO_RATE,
    body: ratingInput,
    response: 'ProductRated',
    errors: ['notFound', 'conflict'],
  },
});

export function ratingsRoutes(): Router<ShopState> {
  const router = createRouter();

  router.patch('/products/single', api.rate, async (ctx) => {
    const { userId } = requireCaller(ctx);
    const input = ctx.state.input;
    await rateProduct(ctx.state.em, userId, input);
    ctx.body = {
      status: 'success',
      message: 'Thank you for your rating',
      user: await viewUser(ctx.state.em, productsRatedBy, userId),
      product: await presentOneProduct(ctx.state.em, await getProduct(ctx.state.em, input.productId)),
    };
  });

  return router;
}

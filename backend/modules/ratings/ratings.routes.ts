import type Router from '@koa/router';
import { ratingInput } from '#contract/comments/ratings.input.ts';
import { m } from '#messages';
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
    loginMessage: m.ratings.loginToRate,
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
      message: m.ratings.thanks(),
      user: await viewUser(ctx.state.em, productsRatedBy, userId),
      product: await presentOneProduct(ctx.state.em, await getProduct(ctx.state.em, input.productId)),
    };
  });

  return router;
}

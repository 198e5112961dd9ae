import type Router from '@koa/router';
import { createRouter, pathId, type ShopState } from '../../core/http.ts';
import { presentProduct } from './catalogue.present.ts';
import { getProduct, PRODUCT_NOT_FOUND } from './catalogue.service.ts';

/** A single product, as the storefront shows it. */
export function catalogueRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/products/single/:id', async (ctx) => {
    const product = await getProduct(ctx.state.em, pathId(ctx.params.id, PRODUCT_NOT_FOUND));
    ctx.body = { status: 'success', product: presentProduct(product) };
  });

  return router;
}

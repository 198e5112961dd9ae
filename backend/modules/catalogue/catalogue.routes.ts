import type Router from '@koa/router';
import { createRouter, pathId, type ShopState } from '../../core/http.ts';
import { presentProduct } from './catalogue.present.ts';
import { findProduct, listProducts, NO_SUCH_PRODUCT } from './catalogue.service.ts';

/** The catalogue as everybody sees it. */
export function catalogueRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/products', async (ctx) => {
    ctx.body = { status: 'success', products: (await listProducts(ctx.state.em)).map(presentProduct) };
  });

  router.get('/products/single/:id', async (ctx) => {
    const product = await findProduct(ctx.state.em, pathId(ctx.params.id, NO_SUCH_PRODUCT));
    ctx.body = { status: 'success', product: presentProduct(product) };
  });

  return router;
}

import type Router from '@koa/router';
import { createRouter, pathId, type ShopState } from '../../core/http.ts';
import { presentProduct } from './catalogue.present.ts';
import { getProduct, PRODUCT_NOT_FOUND } from './catalogue.service.ts';
import { createProductList, listEncodings } from './product-list.ts';

/** The storefront's catalogue. */
export function catalogueRoutes(): Router<ShopState> {
  const router = createRouter();
  const productList = createProductList();

  router.get('/products', async (ctx) => {
    const encoding = listEncodings.find((known) => ctx.acceptsEncodings(known)) ?? 'identity';
    const { version, body } = await productList.read(ctx.state.em, encoding);
    ctx.vary('Accept-Encoding');
    if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
    ctx.type = 'json';
    // Weak, since every encoding shares it (RFC 9110, 8.8.1).
    ctx.etag = `W/"${version}"`;
    ctx.body = body;
  });

  router.get('/products/single/:id', async (ctx) => {
    const product = await getProduct(ctx.state.em, pathId(ctx.params.id, PRODUCT_NOT_FOUND));
    ctx.body = { status: 'success', product: presentProduct(product) };
  });

  return router;
}

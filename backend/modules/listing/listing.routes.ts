import type Router from '@koa/router';
import { createRouter, type ShopContext, type ShopState } from '../../core/http.ts';
import type { Catalogue } from './follow-catalogue.ts';
import { asksForPage, readIds, readListing, readSuggestionSearch } from './listing.input.ts';
import { listByIds, listCategoryTiles, listPage, suggest } from './listing.service.ts';
import { createProductList, listEncodings } from './product-list.ts';

/** The lists of products and categories that shoppers browse. */
export function listingRoutes({ catalogue }: { catalogue: Catalogue }): Router<ShopState> {
  const router = createRouter();
  const productList = createProductList();

  router.get('/products', async (ctx) => {
    if (!asksForPage(ctx)) return sendAll(ctx);
    const { em } = ctx.state;
    const wanted = readIds(ctx) ?? readListing(ctx);
    const index = await catalogue(em);
    const page = Array.isArray(wanted) ? await listByIds(em, index, wanted) : await listPage(em, index, wanted);
    ctx.body = { status: 'success', ...page };
  });

  router.get('/products/suggestions', async (ctx) => {
    const { em } = ctx.state;
    const search = readSuggestionSearch(ctx);
    ctx.body = { status: 'success', ...(await suggest(em, await catalogue(em), search)) };
  });

  router.get('/categories', async (ctx) => {
    const { em } = ctx.state;
    ctx.body = { status: 'success', categories: await listCategoryTiles(em, await catalogue(em)) };
  });

  async function sendAll(ctx: ShopContext): Promise<void> {
    const encoding = listEncodings.find((known) => ctx.acceptsEncodings(known)) ?? 'identity';
    const { version, body } = await productList.read(ctx.state.em, encoding);
    ctx.vary('Accept-Encoding');
    if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
    ctx.type = 'json';
    // Weak, since every encoding shares it (RFC 9110, 8.8.1).
    ctx.etag = `W/"${version}"`;
    ctx.body = body;
  }

  return router;
}

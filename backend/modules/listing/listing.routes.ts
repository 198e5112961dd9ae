import type Router from '@koa/router';
import { can } from '#contract/capabilities.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { acceptedEncoding, sendEncoded } from '../../core/http/encoded-body.ts';
import { createRouter, pathId, type ShopContext, type ShopState } from '../../core/http/http.ts';
import { PRODUCT_NOT_FOUND } from '../catalogue/catalogue.service.ts';
import type { Catalogue } from './follow-catalogue.ts';
import {
  asksForPage,
  listingParameters,
  readIds,
  readListing,
  readSuggestionSearch,
  suggestionParameters,
} from './listing.input.ts';
import { listByIds, listCategoryTiles, listPage, suggest } from './listing.service.ts';
import { createProductList } from './product-list.ts';
import { type ProductPages, readPageForAdmin } from './product-pages.ts';

const api = describeCalls('Products', {
  list: {
    summary: 'Browse products',
    query: listingParameters,
    response: 'Products',
    errors: ['notFound'],
  },
  suggest: { summary: 'Suggest products and categories', query: suggestionParameters, response: 'Suggestions' },
  listCategories: { summary: 'List the categories', response: 'Categories' },
  read: { summary: 'Read a product', response: 'ProductPage' },
});

type Options = { catalogue: Catalogue; productPages: ProductPages };

/** The lists of products and categories that shoppers browse. */
export function listingRoutes({ catalogue, productPages }: Options): Router<ShopState> {
  const router = createRouter();
  const productList = createProductList();

  router.get('/products', api.list, async (ctx) => {
    if (!asksForPage(ctx)) return sendAll(ctx);
    const { em } = ctx.state;
    const wanted = readIds(ctx) ?? readListing(ctx);
    const index = await catalogue.current(em);
    const page = Array.isArray(wanted) ? await listByIds(em, index, wanted) : await listPage(em, index, wanted);
    ctx.body = { status: 'success', ...page };
  });

  router.get('/products/suggestions', api.suggest, async (ctx) => {
    const { em } = ctx.state;
    const search = readSuggestionSearch(ctx);
    ctx.body = { status: 'success', ...(await suggest(em, await catalogue.current(em), search)) };
  });

  router.get('/categories', api.listCategories, async (ctx) => {
    const { em } = ctx.state;
    ctx.body = { status: 'success', categories: await listCategoryTiles(em, await catalogue.current(em)) };
  });

  router.get('/products/single/:id', api.read, async (ctx) => {
    const { em, caller } = ctx.state;
    const id = pathId(ctx.params.id, PRODUCT_NOT_FOUND);
    if (caller && can(caller.role, 'catalogue.edit')) {
      // It may be unpublished.
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { status: 'success', ...(await readPageForAdmin(em, await catalogue.current(em), id)) };
      return;
    }
    const { version, body } = await productPages.read(em, id);
    const encoding = acceptedEncoding(ctx);
    sendEncoded(ctx, encoding, version, await body(encoding));
  });

  async function sendAll(ctx: ShopContext): Promise<void> {
    const encoding = acceptedEncoding(ctx);
    const { version, body } = await productList.read(ctx.state.em, encoding);
    sendEncoded(ctx, encoding, version, body);
  }

  return router;
}

import { buffer } from 'node:stream/consumers';
import type Router from '@koa/router';
import { can } from '#contract/users/capabilities.ts';
import { currentCode, m } from '#messages';
import { keepLanguage } from '#messages/context.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { describeCalls } from '../../core/http/calls.ts';
import { createRouter, pathId, type ShopContext, type ShopState } from '../../core/http/http.ts';
import { JSON_TYPE, type KeptResponses, successContent } from '../../core/http/kept-responses.ts';
import { sendWhileRead } from '../../core/http/streamed-body.ts';
import { presentProduct } from '../catalogue/catalogue.present.ts';
import { findAnyProduct, readProducts } from '../catalogue/catalogue.queries.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import type { Catalogue } from './follow-catalogue.ts';
import {
  asksForPage,
  knownQuery,
  listingParameters,
  readIds,
  readListing,
  readSuggestionSearch,
  suggestionParameters,
} from './listing.input.ts';
import { listByIds, listCategoryTiles, listPage, suggest } from './listing.service.ts';
import { readProductPage } from './product-page.ts';

const api = describeCalls('Products', {
  list: {
    summary: 'Browse products',
    query: listingParameters,
    response: 'Products',
    errors: ['notFound', 'tooMany'],
  },
  suggest: { summary: 'Suggest products and categories', query: suggestionParameters, response: 'Suggestions' },
  listCategories: { summary: 'List the categories', response: 'Categories' },
  read: { summary: 'Read a product', response: 'ProductPage' },
});

type Options = { catalogue: Catalogue; kept: KeptResponses };

/** The most products of a whole list that is kept in memory: about 2 MB. */
const LIST_MAX = 2000;

/** The lists of products and categories that shoppers browse. */
export function listingRoutes({ catalogue, kept }: Options): Router<ShopState> {
  const router = createRouter();

  router.get('/products', api.list, async (ctx) => {
    if (!asksForPage(ctx)) return sendAll(ctx);
    const { em } = ctx.state;
    const wanted = readIds(ctx) ?? readListing(ctx);
    await kept.respond(ctx, `${ctx.path}?${knownQuery(ctx)}`, async () => {
      const index = await catalogue.recent(em);
      return successContent(
        Array.isArray(wanted) ? await listByIds(em, index, wanted) : await listPage(em, index, wanted),
      );
    });
  });

  router.get('/products/suggestions', api.suggest, async (ctx) => {
    const { em } = ctx.state;
    const search = readSuggestionSearch(ctx);
    // As the client writes it, so that the kept response is found under its address.
    await kept.respond(ctx, `${ctx.path}?search=${encodeURIComponent(search)}`, async () =>
      successContent(await suggest(em, await catalogue.recent(em), search)),
    );
  });

  router.get('/categories', api.listCategories, async (ctx) => {
    const { em } = ctx.state;
    await kept.respond(ctx, ctx.path, async () =>
      successContent({ categories: await listCategoryTiles(em, await catalogue.recent(em)) }),
    );
  });

  router.get('/products/single/:id', api.read, async (ctx) => {
    const { em, caller } = ctx.state;
    const id = pathId(ctx.params.id, m.catalogue.productNotFound());
    if (caller && can(caller.role, 'catalogue.edit')) {
      // It may be unpublished.
      ctx.set('Cache-Control', 'no-store');
      const page = await readProductPage(em, await catalogue.recent(em), id, findAnyProduct);
      ctx.body = { status: 'success', ...page };
      return;
    }
    await kept.respond(ctx, ctx.path.replace(/[^/]*$/, id), async () =>
      successContent(await readProductPage(em, await catalogue.recent(em), id)),
    );
  });

  async function sendAll(ctx: ShopContext): Promise<void> {
    const { em, caller, quotas } = ctx.state;
    const index = await catalogue.recent(em);
    if (index.orders.default.length <= LIST_MAX) {
      await kept.respond(ctx, ctx.path, async () => ({ body: await buffer(wholeList(em, index)), type: JSON_TYPE }));
      return;
    }
    // Too long to hash it before it is sent.
    ctx.status = 200;
    ctx.etag = `W/"${currentCode()}.${catalogue.tag()}"`;
    if (ctx.fresh) return;
    await quotas.take('wholeList', { userId: caller?.userId ?? null, address: ctx.ip });
    sendWhileRead(ctx, JSON_TYPE, keepLanguage(wholeList(em, index)));
  }

  return router;
}

async function* wholeList(em: EntityManager, { term }: CatalogueIndex): AsyncGenerator<Buffer> {
  let before = '{"status":"success","products":[';
  for await (const rows of readProducts(em)) {
    yield Buffer.from(before + rows.map((row) => JSON.stringify(presentProduct(row, term))).join(','));
    before = ',';
  }
  yield Buffer.from(before === ',' ? ']}' : `${before}]}`);
}

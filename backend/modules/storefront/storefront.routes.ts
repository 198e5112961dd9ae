import type Router from '@koa/router';
import { notFoundText } from '#contract/pages.ts';
import type { DescribePage } from '../../core/assets.ts';
import { createRouter, type ShopState } from '../../core/http.ts';
import type { Logger } from '../../core/log.ts';
import { renderHead } from './page-head.ts';
import { describePage, robots, sitemap } from './storefront.service.ts';

type Options = {
  /** Where the shop is found from outside, without a slash at the end. */
  publicUrl: string;
};

/** What search engines ask for before they visit the pages. */
export function storefrontRoutes({ publicUrl }: Options): Router<ShopState> {
  const router = createRouter();

  router.get('/robots.txt', (ctx) => {
    ctx.type = 'text/plain';
    ctx.body = robots(publicUrl);
  });

  router.get('/sitemap.xml', async (ctx) => {
    ctx.type = 'application/xml';
    ctx.body = await sitemap(ctx.state.em, publicUrl);
  });

  return router;
}

/**
 * Says of each address what the client's page holds for it. Without the database it is still the client's page, which
 * says what is wrong and offers a retry; the status then tells search engines to come again.
 */
export function pageDescriber({ publicUrl, log }: Options & { log: Logger }): DescribePage {
  return async (em, path) => {
    try {
      const head = await describePage(em, path, publicUrl);
      return head ? { status: 200, head: renderHead(head) } : { status: 404, head: renderHead(notFoundText) };
    } catch (error) {
      log.error({ err: error }, 'page without its description');
      return { status: 503, head: null };
    }
  };
}

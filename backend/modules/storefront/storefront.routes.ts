import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type Router from '@koa/router';
import { notFoundText } from '#contract/shop/not-found-text.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import type { PageShop } from '#contract/shop/shop-page.ts';
import { type LanguageCode, languages } from '#messages/languages.ts';
import { createRouter, type ShopState } from '../../core/http/http.ts';
import type { Pages } from '../../core/http/pages.ts';
import type { Catalogue } from '../listing/follow-catalogue.ts';
import { findShownNotice } from '../pages/guarantee-notice.queries.ts';
import { listPublished } from '../pages/pages.queries.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import { renderHead } from './page-head.ts';
import { createSitemap } from './sitemap.ts';
import { describePage, pageKey, robots } from './storefront.service.ts';

type Options = {
  /** The shop's public URL, without a trailing slash. */
  publicUrl: string;
};

type SiteOptions = Options & {
  /** The languages that are switched on. */
  spoken: () => readonly LanguageCode[];
};

type DescriberOptions = Options & {
  settings: ShopSettings;
  catalogue: Catalogue;
};

/** robots.txt and the sitemap. */
export function storefrontRoutes({ publicUrl, spoken }: SiteOptions): Router<ShopState> {
  const router = createRouter();
  const sitemap = createSitemap(publicUrl, { spoken });

  router.get('/robots.txt', (ctx) => {
    ctx.type = 'text/plain';
    ctx.body = robots(publicUrl, spoken());
  });

  router.get(['/sitemap.xml', '/sitemap-:name.xml'], async (ctx, next) => {
    const file = await sitemap.read(ctx.state.em, ctx.path);
    if (file === undefined) return next();
    ctx.type = 'application/xml; charset=utf-8';
    ctx.vary('Accept-Encoding');
    const isCompressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (isCompressed) ctx.set('Content-Encoding', 'gzip');
    ctx.body = isCompressed ? file : await promisify(gunzip)(file);
  });

  return router;
}

/** Adds the metadata and the first view of a page to the client's page. */
export function storefrontPages({ publicUrl, settings, catalogue }: DescriberOptions): Pages {
  return {
    lastShop: () => pageShop(settings.last(), { pages: [], notice: null }),
    keyOf: pageKey,
    async describe(em, address) {
      const now = await settings.read(em);
      const [page, pages, notice] = await Promise.all([
        describePage(em, address, { publicUrl, settings: now, catalogue }),
        listPublished(em),
        findShownNotice(em),
      ]);
      if (page !== null && 'movedTo' in page) return { status: 301, location: page.movedTo };
      const shop = pageShop(now, { pages, notice });
      const head = renderHead({ ...(page ?? notFoundText()), contact: now, shop }, publicUrl);
      return { status: page ? 200 : 404, head, shop, firstView: page?.firstView ?? null };
    },
  };
}

function pageShop(settings: SettingsView, law: Pick<PageShop, 'pages' | 'notice'>): PageShop {
  const { name, timeZone, returnDays } = settings;
  const spoken = settings.languages.map((code) => ({ code, name: languages[code].name }));
  return { name, timeZone, returnDays, languages: spoken, ...law };
}

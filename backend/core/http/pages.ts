import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import { localAddress } from '#contract/shop/page-addresses.ts';
import type { FirstView, PageShop } from '#contract/shop/shop-page.ts';
import { currentCode } from '#messages';
import { DEFAULT_LANGUAGE, type LanguageCode, languages } from '#messages/languages.ts';
import type { EntityManager } from '../database/db.ts';
import type { Logger } from '../observability/log.ts';
import { CLIENT_FOLDER } from './assets.ts';
import { isRead } from './caching.ts';
import { escapeHtml } from './html.ts';
import type { ShopContext, ShopState } from './http.ts';
import type { Content, KeptResponses } from './kept-responses.ts';

const RENDERER = new URL('../../../dist/server/server.js', import.meta.url).href;

/** The default head of frontend/index.html, which the server replaces with the page's own. */
const HEAD = /<!-- head -->[\s\S]*<!-- \/head -->/;
/** Its default body, which the server replaces with the page's first view. */
const BODY = /\s*<!-- body -->[\s\S]*<!-- \/body -->\s*/;

const HTML = 'text/html; charset=utf-8';

/** Percent-encoded. */
type Address = { path: string; query: string };

/** The page has moved within the shop. */
type Moved = { status: 301; location: string; body?: never };

type PageDescription = {
  status: 200 | 404;
  /** HTML elements. */
  head: string;
  /** What the page shows first, which the server renders; null if only the client does. */
  firstView: FirstView | null;
  /** What the client renders with. */
  shop: PageShop;
};

export type Pages = {
  /** The latest description of the shop. */
  lastShop(): PageShop;
  /** The address of a page with a first view, without what doesn't matter: equal pages have the same. Null for others. */
  keyOf(address: Address): Address | null;
  describe(em: EntityManager, address: Address): Promise<PageDescription | Moved>;
};

/** The exports of frontend/server.tsx. */
type Renderer = {
  ready: Promise<void>;
  renderPage(address: Address, firstView: FirstView, shop: PageShop): string;
};

/** A page that isn't kept. */
type OtherPage = { status: 200 | 404 | 503; html: string; body?: never };

/**
 * Serves the client's page with the head and the first view of its address. If these can't be read, as the database is
 * down, sends it without them and with a 503: the client shows the error and offers a retry, and search engines retry later.
 */
export function servePages(pages: Pages, kept: KeptResponses, log: Logger): Middleware<ShopState> {
  const templates = new Map<LanguageCode, string>();

  async function templateOf(code: LanguageCode): Promise<string> {
    const known = templates.get(code);
    if (known !== undefined) return known;
    const template = (await readTemplate(code)).replace(
      '<html lang="en">',
      `<html lang="${code}" dir="${languages[code].dir}">`,
    );
    templates.set(code, template);
    return template;
  }

  /** @param key what may be rendered of the address, as others get the page, too */
  async function build(
    template: string,
    em: EntityManager,
    address: Address,
    key: Address | null,
  ): Promise<Content | OtherPage | Moved> {
    const described = await pages.describe(em, address);
    if (described.status === 301) return described;
    const { status, head, firstView, shop } = described;
    const body = firstView && key && (await render(key, firstView, shop, log));
    // Named first: texts of the page may look like the place of the name.
    const html = withPart(withPart(withName(template, shop), HEAD, head), BODY, body);
    if (body === null) return { status, html };
    return { body: Buffer.from(html), type: HTML };
  }

  async function respond(ctx: ShopContext, template: string): Promise<OtherPage | Moved | null> {
    const address = { path: ctx.path, query: ctx.querystring };
    const key = pages.keyOf(address);
    const make = () => build(template, ctx.state.em, address, key);
    if (key !== null) return kept.respond(ctx, key.query ? `${key.path}?${key.query}` : key.path, make);
    const page = await make();
    return page.body === undefined ? page : null;
  }

  return async (ctx, next) => {
    if (!isRead(ctx) || ctx.path.startsWith('/api/')) return next();
    const template = await templateOf(currentCode());
    ctx.set('Cache-Control', 'no-cache');
    let page: OtherPage | Moved | null;
    try {
      page = await respond(ctx, template);
    } catch (error) {
      log.error({ err: error }, 'sent a page without metadata');
      page = { status: 503, html: withName(template, pages.lastShop()) };
    }
    if (page === null) return;
    ctx.status = page.status;
    if (page.status === 301) return ctx.redirect(localAddress(page.location, currentCode()));
    ctx.type = HTML;
    ctx.body = page.html;
  };
}

async function readTemplate(code: LanguageCode): Promise<string> {
  const name = code === DEFAULT_LANGUAGE ? 'index.html' : `index.${code}.html`;
  try {
    return await readFile(join(CLIENT_FOLDER, name), 'utf8');
  } catch (error) {
    throw new Error('The client is not built: run `make build`', { cause: error });
  }
}

function withName(template: string, { name }: PageShop): string {
  return template.replaceAll('{shop}', () => escapeHtml(name));
}

/** Replaces a default part of the page; null keeps it. */
function withPart(page: string, part: RegExp, content: string | null): string {
  if (content === null) return page;
  if (!part.test(page)) throw new Error(`frontend/index.html has no ${part}`);
  // A function, because `replace` would expand patterns such as `$&` in a string.
  return page.replace(part, () => content);
}

/** Renders a page with the client's own code. Null if that fails: the client then tries, and shows what it can. */
async function render(address: Address, firstView: FirstView, shop: PageShop, log: Logger): Promise<string | null> {
  try {
    const { ready, renderPage }: Renderer = await import(RENDERER);
    await ready;
    return renderPage(address, firstView, shop);
  } catch (error) {
    log.error({ err: error }, 'could not render a page');
    return null;
  }
}

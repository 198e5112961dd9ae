import type { ProductView } from '#contract/catalogue.ts';
import { decimalAmount } from '#contract/money.ts';
import { documentTitle, PRODUCT_ELEMENT, SHOP_NAME, SUPPORT_EMAIL_META } from '#contract/pages.ts';
import { escapeHtml } from '../../core/html.ts';

export type PageHead = {
  /** Without the shop's name. */
  title: string;
  description: string;
  /** Absolute; absent if the URL must not be shared. */
  url?: string;
  /** The type of the page: https://ogp.me/#types. */
  type?: 'website' | 'product';
  /** Absolute. */
  image?: { url: string; alt: string };
  /** The page's main picture, which the browser fetches before the client starts. */
  preload?: { src: string; srcSet: string | undefined; sizes: string };
  /** EUR cents. */
  priceCents?: number;
  /** The page's product, so that the client can render it without a request. */
  product?: ProductView;
  /** A https://schema.org object for search engines. */
  structuredData?: object;
  /** For the contact page, which the client can open from any other. */
  supportEmail?: string | null;
};

/** Renders a page's metadata for browsers, search engines and link previews. */
export function renderHead(head: PageHead): string {
  const {
    title,
    description,
    url,
    type = 'website',
    image,
    preload,
    priceCents,
    product,
    structuredData,
    supportEmail,
  } = head;
  return [
    `<title>${escapeHtml(documentTitle(title))}</title>`,
    named('description', description),
    property('og:site_name', SHOP_NAME),
    property('og:type', type),
    property('og:title', title),
    property('og:description', description),
    url && property('og:url', url),
    image && property('og:image', image.url),
    image && property('og:image:alt', image.alt),
    priceCents !== undefined && property('product:price:amount', decimalAmount(priceCents)),
    priceCents !== undefined && property('product:price:currency', 'EUR'),
    named('twitter:card', image ? 'summary_large_image' : 'summary'),
    preload && preloadPicture(preload),
    product && `<script type="application/json" id="${PRODUCT_ELEMENT}">${scriptJson(product)}</script>`,
    supportEmail && named(SUPPORT_EMAIL_META, supportEmail),
    structuredData && `<script type="application/ld+json">${scriptJson(structuredData)}</script>`,
  ]
    .filter(Boolean)
    .join('\n    ');
}

/** https://html.spec.whatwg.org/multipage/links.html#link-type-preload */
function preloadPicture({ src, srcSet, sizes }: NonNullable<PageHead['preload']>): string {
  const candidates =
    srcSet === undefined ? '' : ` imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}"`;
  return `<link rel="preload" as="image" href="${escapeHtml(src)}"${candidates} fetchpriority="high" />`;
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}" />`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}" />`;
}

/**
 * JSON for a script element, escaped so that no text in it can end the element or open a comment.
 * https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
 */
function scriptJson(value: object): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

import { localAddress } from '#contract/shop/page-addresses.ts';
import { RETURN_DAYS_MIN, type SettingsView } from '#contract/shop/settings.ts';
import { CONTACT_META } from '#contract/shop/shop-contact.ts';
import {
  documentTitle,
  FIRST_VIEW_ELEMENT,
  type FirstView,
  LANGUAGES_META,
  NOTICE_META,
  PAGES_META,
  type PageShop,
  RETURN_DAYS_META,
  SHOP_NAME_META,
  TIME_ZONE_META,
} from '#contract/shop/shop-page.ts';
import { shopAddress } from '#contract/values/addresses.ts';
import { type CurrencyCode, decimalAmount } from '#contract/values/money.ts';
import { m } from '#messages';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#messages/languages.ts';
import { escapeHtml } from '../../core/http/html.ts';
import { pageUrl } from '../../core/http/page-url.ts';

export type PageHead = {
  /** Without the shop's name. */
  title: string;
  description: string;
  /** The page's canonical address, without the prefix of a language; absent if it must not be shared. */
  address?: string | undefined;
  /** Whether search engines may list the page; by default they may. */
  isIndexed?: boolean;
  /** The type of the page: https://ogp.me/#types. */
  type?: 'website' | 'product';
  /** Absolute. */
  image?: { url: string; alt: string };
  price?: { minorUnits: number; currency: CurrencyCode };
  firstView?: FirstView;
  /** https://schema.org objects for search engines. */
  structuredData?: object[];
  shop: PageShop;
  /** Who the shop is and how to reach it, for pages that the client can open from any other. */
  contact: Pick<SettingsView, 'legalName' | 'vatId' | 'address' | 'email' | 'phoneNumber'>;
};

/** What differs between pages. */
export type PageContent = Omit<PageHead, 'shop' | 'contact'>;

/** Renders a page's metadata for browsers, search engines and link previews. */
export function renderHead(head: PageHead, publicUrl: string): string {
  const { title, description, address, image, price, firstView, structuredData, shop } = head;
  const { legalName, vatId, email, phoneNumber } = head.contact;
  const company = [legalName, vatId && m.vat.vatId({ vatId })].filter(Boolean).join(', ');
  const place = shopAddress(head.contact.address);
  const spoken = shop.languages.map(({ code }) => code);
  const url = address === undefined ? undefined : pageUrl(publicUrl, address);
  return [
    `<title>${escapeHtml(documentTitle(title, shop.name))}</title>`,
    named('description', description),
    head.isIndexed === false && named('robots', 'noindex'),
    url && `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...(address === undefined || spoken.length === 1 ? [] : alternates(address, publicUrl, spoken)),
    named(SHOP_NAME_META, shop.name),
    property('og:site_name', shop.name),
    property('og:type', head.type ?? 'website'),
    property('og:title', title),
    property('og:description', description),
    url && property('og:url', url),
    image && property('og:image', image.url),
    image && property('og:image:alt', image.alt),
    price && property('product:price:amount', decimalAmount(price.minorUnits)),
    price && property('product:price:currency', price.currency),
    named('twitter:card', image ? 'summary_large_image' : 'summary'),
    firstView && `<script type="application/json" id="${FIRST_VIEW_ELEMENT}">${scriptJson(firstView)}</script>`,
    email && named(CONTACT_META.email, email),
    company && named(CONTACT_META.company, company),
    place && named(CONTACT_META.address, place),
    phoneNumber && named(CONTACT_META.phone, phoneNumber),
    named(TIME_ZONE_META, shop.timeZone),
    shop.returnDays !== RETURN_DAYS_MIN && named(RETURN_DAYS_META, String(shop.returnDays)),
    spoken.length > 1 && named(LANGUAGES_META, JSON.stringify(shop.languages)),
    shop.pages.length > 0 && named(PAGES_META, JSON.stringify(shop.pages)),
    shop.notice && named(NOTICE_META, JSON.stringify(shop.notice)),
    structuredData && `<script type="application/ld+json">${scriptJson(inContext(structuredData))}</script>`,
  ]
    .filter(Boolean)
    .join('\n    ');
}

/** Links to a page in each language: https://developers.google.com/search/docs/specialty/international/localized-versions */
function alternates(address: string, publicUrl: string, spoken: readonly LanguageCode[]): string[] {
  const link = (hreflang: string, code: LanguageCode) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(publicUrl + localAddress(address, code))}" />`;
  return [...spoken.map((code) => link(code, code)), link('x-default', DEFAULT_LANGUAGE)];
}

/** https://www.w3.org/TR/json-ld11/#named-graphs */
function inContext(objects: object[]): object {
  return { '@context': 'https://schema.org', '@graph': objects };
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

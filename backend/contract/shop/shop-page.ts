import type { ListedProductView, ListingView, ProductPageView } from '../listing/listing.ts';
import type { LegalPageLink, NoticePicture, ReadLegalPage } from './legal-pages.ts';
import type { LanguageView } from './settings.ts';

/** The name of the `meta` element on every page that holds the shop's name for the client. */
export const SHOP_NAME_META = 'application-name';

/** The data that a page shows first. The server embeds it, so that the client renders it without a request. */
export type FirstView = {
  product?: ProductPageView;
  /** A page of products, and the query of its call (see listingQuery). */
  listing?: { query: string; page: ListingView };
  /** The best rated product in stock, if there is one. */
  featured?: ListedProductView[];
  /** A legal page, by what its call has behind `/pages/`. */
  legalPage?: { key: string; read: ReadLegalPage };
};

/** The id of the element that holds the FirstView as JSON. */
export const FIRST_VIEW_ELEMENT = 'first-view';

/** The name of the `meta` element on every page that holds the shop's time zone for the client. */
export const TIME_ZONE_META = 'time-zone';

/** The name of the `meta` element that holds the days in which customers may return, if they are not the fewest. */
export const RETURN_DAYS_META = 'return-days';

/** The name of the `meta` element on every page that holds the shop's languages as JSON for the client, if there are several. */
export const LANGUAGES_META = 'languages';

/** The name of the `meta` element on every page that holds the published legal pages as JSON, if there are some. */
export const PAGES_META = 'pages';

/** The name of the `meta` element on every page that holds the official notice on the legal guarantee as JSON, if there is one. */
export const NOTICE_META = 'guarantee-notice';

/** What every page says of the shop. */
export type PageShop = {
  name: string;
  /** IANA name, in which dates are shown. */
  timeZone: string;
  /** Days in which customers may return what they bought. */
  returnDays: number;
  /** What it speaks. */
  languages: readonly Pick<LanguageView, 'code' | 'name'>[];
  /** The published legal pages, in the order of the footer. */
  pages: readonly LegalPageLink[];
  /** The official notice on the legal guarantee, if the shop has it. */
  notice: NoticePicture | null;
};

/** Search engines and previews of shared links show about this many characters of a description. */
const SUMMARY_MAX = 160;

export type PageText = { title: string; description: string };

/** The title of a page in the browser's tab. */
export function documentTitle(title: string, shopName: string): string {
  return title === shopName ? title : `${title} · ${shopName}`;
}

/** The start of a text on one line, cut between words. */
export function summary(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= SUMMARY_MAX) return line;
  const start = line.slice(0, SUMMARY_MAX - 1);
  const end = start.lastIndexOf(' ');
  // Without a space, cut anywhere except inside a surrogate pair.
  return `${(end > 0 ? start.slice(0, end) : start.replace(/[\uD800-\uDBFF]$/, '')).replace(/[\s,;:–-]+$/, '')}…`;
}

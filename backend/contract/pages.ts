import { m } from '#messages';
import type { ListedProductView, ListingView, ProductPageView } from './listing.ts';
import { findPage, type PageName } from './page-addresses.ts';

/** The shop's name, unless SHOP_NAME is set. */
export const DEFAULT_SHOP_NAME = 'WebShop';

/** The name of the `meta` element on every page that holds the shop's name for the client. */
export const SHOP_NAME_META = 'application-name';

/** The data that a page shows first. The server embeds it, so that the client renders it without a request. */
export type FirstView = {
  product?: ProductPageView;
  /** A page of products, and the query of its call (see listingQuery). */
  listing?: { query: string; page: ListingView };
  /** The best rated product in stock, if there is one. */
  featured?: ListedProductView[];
};

/** The id of the element that holds the FirstView as JSON. */
export const FIRST_VIEW_ELEMENT = 'first-view';

/** The name of the `meta` element on every page that holds SUPPORT_EMAIL for the client, if it is set. */
export const SUPPORT_EMAIL_META = 'support-email';

/** The names of the `meta` elements on every page that hold the shop's address and phone number, if they are set. */
export const SHOP_ADDRESS_META = 'shop-address';
export const SHOP_PHONE_META = 'shop-phone';

/** The name of the `meta` element on every page that holds the shop's time zone for the client. */
export const TIME_ZONE_META = 'time-zone';

/** What every page says of the shop. */
export type PageShop = {
  name: string;
  /** IANA name, in which dates are shown. */
  timeZone: string;
};

/** Search engines and previews of shared links show about this many characters of a description. */
const SUMMARY_MAX = 160;

type PageText = { title: string; description: string };

/** A text with the name of the shop in it. */
type Text = (values: { shop: string }) => string;
type PageTexts = { title: Text; description: Text };

/** A page of the dashboard, which search engines don't see. */
const screen = (title: Text): PageTexts => ({ title, description: m.pages.screenDescription });

const texts: Record<PageName, PageTexts> = {
  catalogue: { title: ({ shop }) => shop, description: m.pages.catalogueDescription },
  category: { title: m.pages.category, description: m.pages.categoryDescription },
  contact: { title: m.pages.contact, description: m.pages.contactDescription },
  product: { title: m.pages.product, description: m.pages.productDescription },
  compare: { title: m.pages.compare, description: m.pages.compareDescription },
  authorization: { title: m.pages.login, description: m.pages.loginDescription },
  order: { title: m.pages.cart, description: m.pages.cartDescription },
  profile: { title: m.pages.profile, description: m.pages.profileDescription },
  ownOrder: { title: m.pages.order, description: m.pages.orderDescription },
  resetPassword: { title: m.pages.resetPassword, description: m.pages.resetPasswordDescription },
  verifyEmail: { title: m.pages.verifyEmail, description: m.pages.verifyEmailDescription },
  statistics: screen(m.pages.dashboard),
  addProduct: screen(m.pages.addProduct),
  products: screen(m.pages.products),
  editProduct: screen(m.pages.editProduct),
  importProducts: screen(m.pages.importing),
  users: screen(m.pages.users),
  editUser: screen(m.pages.editUser),
  comments: screen(m.pages.comments),
  categories: screen(m.pages.categories),
  attributes: screen(m.pages.attributes),
  orders: screen(m.pages.orders),
  adminOrder: screen(m.pages.orderDetails),
  shippingMethods: screen(m.pages.shippingMethods),
  discounts: screen(m.pages.discounts),
  tax: screen(m.pages.vat),
  shop: screen(m.pages.shopDetails),
  auditTrail: screen(m.pages.auditTrail),
  unsentMails: screen(m.pages.unsentMails),
};

export function notFoundText(): PageText {
  return { title: m.pages.notFound(), description: m.pages.notFoundDescription() };
}

/** The title and description of a page, or of the not-found page, for browser tabs, search engines and previews of links. */
export function pageText(path: string, shop: string): PageText {
  const page = findPage(path);
  if (page === null) return notFoundText();
  const { title, description } = texts[page.name];
  return { title: title({ shop }), description: description({ shop }) };
}

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

import type { ListedProductView, ListingView, ProductPageView } from './listing.ts';
import { findPage, type PageName } from './page-addresses.ts';

/** The shop's name, unless SHOP_NAME is set. Texts are written with it; see `inShop`. */
export const DEFAULT_SHOP_NAME = 'WebShop';

/** The name of the `meta` element on every page that holds the shop's name for the client. */
export const SHOP_NAME_META = 'application-name';

/** A text that is written with the default name, with the name of this shop. */
export function inShop(text: string, shopName: string): string {
  return text.replaceAll(DEFAULT_SHOP_NAME, () => shopName);
}

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

/** A page of the dashboard, which search engines don't see. */
const screen = (title: string): PageText => ({ title, description: 'Manage the shop.' });

/** The title and description of each page for browser tabs, search engines and previews of links, in a shop of the default name. */
export const pageTexts: Record<PageName, PageText> = {
  catalogue: {
    title: DEFAULT_SHOP_NAME,
    description: 'Shop technology products at WebShop. Read ratings and comments, and pay by card in EUR, USD or RSD.',
  },
  category: { title: 'Category', description: 'Compare technology products by price, rating and features.' },
  contact: { title: 'Contact Us', description: 'Get in touch with WebShop.' },
  product: { title: 'Product', description: 'Picture, price, ratings and comments.' },
  compare: { title: 'Compare products', description: 'Compare products side by side at WebShop.' },
  authorization: {
    title: 'Login',
    description: 'Log in to WebShop or create an account to check out and rate products.',
  },
  order: { title: 'Your cart', description: 'Review your cart at WebShop and pay by card.' },
  profile: { title: 'Profile', description: 'Your details, password and orders.' },
  ownOrder: { title: 'Order', description: 'Your order, its delivery and its invoice.' },
  resetPassword: { title: 'Reset password', description: 'Choose a new password for your account.' },
  verifyEmail: { title: 'Confirm your email', description: 'Confirm the email of your account.' },
  statistics: screen('Dashboard'),
  addProduct: screen('Add Product'),
  products: screen('Products'),
  editProduct: screen('Edit product'),
  importProducts: screen('Import'),
  users: screen('Users'),
  editUser: screen('Edit user'),
  comments: screen('Comments'),
  categories: screen('Categories'),
  attributes: screen('Attributes'),
  orders: screen('Orders'),
  adminOrder: screen('Order details'),
  shippingMethods: screen('Shipping methods'),
  discounts: screen('Discounts'),
  tax: screen('VAT'),
  shop: screen('Shop details'),
  auditTrail: screen('Audit trail'),
  unsentMails: screen('Unsent emails'),
};

export const notFoundText: PageText = {
  title: 'Page not found',
  description: "We can't find that page. It may have moved.",
};

/** The title and description of a page, or of the not-found page. */
export function pageText(path: string, shopName: string): PageText {
  const page = findPage(path);
  const { title, description } = page ? pageTexts[page.name] : notFoundText;
  return { title: inShop(title, shopName), description: inShop(description, shopName) };
}

/** The description of a category's page. */
export function categoryDescription(categoryName: string, shopName: string): string {
  return `${categoryName} at ${shopName}. Compare prices, ratings and features.`;
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

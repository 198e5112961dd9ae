import { findPage, type PageName } from './page-addresses.ts';

export const SHOP_NAME = 'WebShop';

/** The id of the element on a product's page with the product as JSON for the client. */
export const PRODUCT_ELEMENT = 'product';

/** The `meta` element of every page with SUPPORT_EMAIL for the client, if it is set. */
export const SUPPORT_EMAIL_META = 'support-email';

/** Search engines and previews of shared links show about this many characters of a description. */
const SUMMARY_MAX = 160;

type PageText = { title: string; description: string };

/** The title and description of each page for browser tabs, search engines and previews of links. */
export const pageTexts: Record<PageName, PageText> = {
  catalogue: {
    title: SHOP_NAME,
    description:
      'WebShop sells technology products: browse the catalogue, read what others say, and pay by card in EUR, USD or RSD.',
  },
  contact: { title: 'Contact Us', description: 'The contact form of WebShop, the shop for technology products.' },
  product: { title: 'Product', description: 'A product of WebShop: pictures, price, ratings and comments.' },
  authorization: {
    title: 'Login',
    description: 'Log in to WebShop or register, to pay for your cart and to rate what you know.',
  },
  order: { title: 'Your cart', description: 'What is in your cart at WebShop, and the way to pay for it by card.' },
  profile: { title: 'Profile', description: 'Your details, your password and your orders.' },
  resetPassword: { title: 'Reset password', description: 'Choose a new password for your account.' },
  statistics: { title: 'Dashboard', description: 'How the shop is doing, in numbers.' },
  addProduct: { title: 'Add Product', description: 'Add a product to the catalogue.' },
  products: { title: 'Products', description: 'Every product of the catalogue, for admins.' },
  editProduct: { title: 'Edit product', description: 'Change a product of the catalogue.' },
  importProducts: { title: 'Import', description: 'Add products to the catalogue from a file.' },
  users: { title: 'Users', description: 'Everybody who has registered, for admins.' },
  editUser: { title: 'Edit user', description: 'Change a user’s details, status and role.' },
  comments: { title: 'Comments', description: 'What people wrote about products, to approve or to forbid.' },
  categories: { title: 'Categories', description: 'The categories of the catalogue.' },
  orders: { title: 'Orders', description: 'Every order, for admins.' },
  auditTrail: { title: 'Audit trail', description: 'Who changed what, and when.' },
  unsentMails: { title: 'Unsent emails', description: 'Emails that could not be sent, to send them again.' },
};

export const notFoundText: PageText = {
  title: 'Page not found',
  description: 'There is nothing at this address of WebShop.',
};

/** The title and description of a page; of an unknown address, that there is no page. */
export function pageText(path: string): PageText {
  const page = findPage(path);
  return page ? pageTexts[page.name] : notFoundText;
}

/** The title of a page in the browser's tab. */
export function documentTitle(title: string): string {
  return title === SHOP_NAME ? title : `${title} · ${SHOP_NAME}`;
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

import { m } from '#messages';
import { notFoundText } from './not-found-text.ts';
import { findPage, type PageName } from './page-addresses.ts';
import type { PageText } from './shop-page.ts';

// The client loads these texts only when it opens another page than the first.

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
  legalPage: { title: m.pages.legalPage, description: m.pages.legalPageDescription },
  withdrawal: { title: m.pages.withdrawal, description: m.pages.withdrawalDescription },
  authorization: { title: m.pages.login, description: m.pages.loginDescription },
  buy: { title: m.pages.selection, description: m.pages.selectionDescription },
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
  commentReports: screen(m.pages.commentReports),
  categories: screen(m.pages.categories),
  attributes: screen(m.pages.attributes),
  terms: screen(m.pages.terms),
  companies: screen(m.pages.companies),
  orders: screen(m.pages.orders),
  adminOrder: screen(m.pages.orderDetails),
  returns: screen(m.pages.returns),
  withdrawals: screen(m.pages.withdrawals),
  shippingMethods: screen(m.pages.shippingMethods),
  discounts: screen(m.pages.discounts),
  tax: screen(m.pages.vat),
  vatReport: screen(m.pages.vatReport),
  shop: screen(m.pages.shopDetails),
  legalPages: screen(m.pages.legalPages),
  editLegalPage: screen(m.pages.editLegalPage),
  duties: screen(m.pages.duties),
  apiKeys: screen(m.pages.apiKeys),
  webhooks: screen(m.pages.webhooks),
  webhook: screen(m.pages.webhook),
  feeds: screen(m.pages.feeds),
  feed: screen(m.pages.feed),
  auditTrail: screen(m.pages.auditTrail),
  unsentMails: screen(m.pages.unsentMails),
};

/** The title and description of a page, or of the not-found page, for browser tabs, search engines and previews of links. */
export function pageText(path: string, shop: string): PageText {
  const page = findPage(path);
  if (page === null) return notFoundText();
  const { title, description } = texts[page.name];
  return { title: title({ shop }), description: description({ shop }) };
}

import { DEFAULT_LANGUAGE } from '#messages/default-language.ts';
import type { LanguageCode } from '#messages/languages.ts';

/** The paths of the client's pages, without the prefix of a language. Any other path gets the client's page with a 404. */
export const pagePatterns = {
  catalogue: '/',
  category: '/category/:slug',
  contact: '/contact',
  product: '/product/:productId',
  compare: '/compare',
  legalPage: '/pages/:kind',
  withdrawal: '/withdrawal',
  authorization: '/authorization',
  buy: '/buy/:items',
  order: '/order',
  profile: '/profile',
  ownOrder: '/orders/:orderId',
  resetPassword: '/resetPassword/:token',
  verifyEmail: '/verify/:token',
  statistics: '/dashboard',
  addProduct: '/dashboard/add-product',
  products: '/dashboard/products',
  editProduct: '/dashboard/products/:productId',
  importProducts: '/dashboard/import',
  users: '/dashboard/users',
  editUser: '/dashboard/users/:userId',
  comments: '/dashboard/comments',
  commentReports: '/dashboard/comments/reports',
  categories: '/dashboard/categories',
  attributes: '/dashboard/categories/:categoryId',
  terms: '/dashboard/terms',
  companies: '/dashboard/companies',
  orders: '/dashboard/orders',
  adminOrder: '/dashboard/orders/:orderId',
  returns: '/dashboard/returns',
  withdrawals: '/dashboard/returns/withdrawals',
  shippingMethods: '/dashboard/shipping',
  discounts: '/dashboard/discounts',
  tax: '/dashboard/vat',
  vatReport: '/dashboard/vat/report',
  shop: '/dashboard/shop',
  legalPages: '/dashboard/pages',
  editLegalPage: '/dashboard/pages/:kind',
  duties: '/dashboard/duties',
  apiKeys: '/dashboard/api-keys',
  webhooks: '/dashboard/webhooks',
  webhook: '/dashboard/webhooks/:webhookId',
  feeds: '/dashboard/feeds',
  feed: '/dashboard/feeds/:feedId',
  auditTrail: '/dashboard/audit-trail',
  unsentMails: '/dashboard/unsent-emails',
} as const;

export type PageName = keyof typeof pagePatterns;

type ParameterOf<Pattern> = Pattern extends `${string}:${infer Parameter}` ? Parameter : never;

type PageWithParameter = {
  [Name in PageName]: ParameterOf<(typeof pagePatterns)[Name]> extends never ? never : Name;
}[PageName];

/** The path of a page with a parameter, such as `productId` of `product`; the parameter is percent-encoded. */
export function pageAddress<Name extends PageWithParameter>(
  name: Name,
  parameters: Record<ParameterOf<(typeof pagePatterns)[Name]>, string>,
): string {
  return pagePatterns[name].replace(/:.*/, encodeURIComponent(Object.values<string>(parameters).join()));
}

export type FoundPage = {
  name: PageName;
  /** The parameters by name, still percent-encoded as in the path. */
  parameters: Record<string, string>;
};

const expressions = Object.entries(pagePatterns).map(([name, pattern]) => {
  const expression = pattern.replace(/\/$/, '').replace(/:([^/]+)/g, '(?<$1>[^/]+)');
  return { name: name as PageName, expression: new RegExp(`^${expression}/?$`) };
});

/** The page at a path; null if there is none. Ignores a trailing slash. */
export function findPage(path: string): FoundPage | null {
  for (const { name, expression } of expressions) {
    const match = expression.exec(path);
    if (match) return { name, parameters: { ...match.groups } };
  }
  return null;
}

/** The parameter by which the payment provider's redirect to the order page says how the payment went. */
export const PAYMENT_STATUS = 'redirect_status';

/** What the addresses of a language's pages begin with: '' for the default one, "/de". */
export function languagePrefix(code: LanguageCode): string {
  return code === DEFAULT_LANGUAGE ? '' : `/${code}`;
}

/** The address of a page in a language: "/de/contact", "/de", "/de?page=2". */
export function localAddress(address: string, code: LanguageCode): string {
  const prefix = languagePrefix(code);
  return prefix === '' ? address : prefix + address.replace(/^\/(?=[?#]|$)/, '');
}

/** The language of a path by its prefix, and the path without it. @param spoken the languages that have addresses */
export function splitLanguage(path: string, spoken: readonly LanguageCode[]): { code: LanguageCode; path: string } {
  const [, first = '', rest = ''] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  const code = spoken.find((code) => code === first && code !== DEFAULT_LANGUAGE);
  return code === undefined ? { code: DEFAULT_LANGUAGE, path } : { code, path: rest || '/' };
}

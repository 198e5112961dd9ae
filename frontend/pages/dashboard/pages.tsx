import type { ComponentType } from 'react';
import type { Capability } from '#contract/users/capabilities.ts';
import { m } from '#messages';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { lazyPart } from '../../components/lazyPart.tsx';
import { type DashboardPageName, pageAccess } from './pageAccess.ts';
import type { DashboardPageProps } from './pageProps.ts';

/** The groups of the sidebar, in order, by their headings. The first entries have none. */
export const pageGroups = {
  main: null,
  sell: m.admin.sell,
  settings: m.admin.settings,
  integrations: m.admin.integrations,
  log: m.admin.log,
};

type DashboardPage = {
  /** Determines its URL and title (contract/shop), and who may open it (pageAccess.ts). */
  name: DashboardPageName;
  /** Its name in the sidebar. */
  entry?: () => string;
  /** The group that it shares with its neighbors in the sidebar; `main` by default. */
  group?: keyof typeof pageGroups;
  /** The page whose entry is highlighted instead, if it has none. */
  within?: DashboardPageName;
  Page: ComponentType<DashboardPageProps>;
};

function screen(load: () => Promise<{ default: ComponentType<DashboardPageProps> }>) {
  return lazyPart(load, <Skeleton height="24rem" />);
}

/**
 * The screens of the dashboard, in the order of the sidebar. To add one, add a line here: its default export takes
 * DashboardPageProps and starts with a ScreenHead. A table needs `createTable` in api/admin, `useTable` and `DataTable`.
 */
export const dashboardPages: readonly DashboardPage[] = [
  { name: 'statistics', entry: m.admin.statistics, Page: screen(() => import('./statistics/StatisticsPage.tsx')) },
  { name: 'addProduct', entry: m.admin.addProduct, Page: screen(() => import('./products/AddProductPage.tsx')) },
  { name: 'products', entry: m.admin.products, Page: screen(() => import('./products/ProductsPage.tsx')) },
  { name: 'editProduct', within: 'products', Page: screen(() => import('./products/EditProductPage.tsx')) },
  { name: 'importProducts', within: 'products', Page: screen(() => import('./import/ImportPage.tsx')) },
  { name: 'users', entry: m.admin.users, Page: screen(() => import('./users/UsersPage.tsx')) },
  { name: 'editUser', within: 'users', Page: screen(() => import('./users/EditUserPage.tsx')) },
  { name: 'comments', entry: m.admin.comments, Page: screen(() => import('./comments/CommentsPage.tsx')) },
  { name: 'commentReports', within: 'comments', Page: screen(() => import('./comments/CommentReportsPage.tsx')) },
  { name: 'categories', entry: m.admin.categories, Page: screen(() => import('./categories/CategoriesPage.tsx')) },
  { name: 'attributes', within: 'categories', Page: screen(() => import('./attributes/AttributesPage.tsx')) },
  { name: 'terms', entry: m.admin.terms, Page: screen(() => import('./terms/TermsPage.tsx')) },
  { name: 'companies', entry: m.admin.companies, Page: screen(() => import('./companies/CompaniesPage.tsx')) },
  { name: 'orders', entry: m.admin.orders, group: 'sell', Page: screen(() => import('./orders/OrdersPage.tsx')) },
  { name: 'adminOrder', within: 'orders', Page: screen(() => import('./orders/order/OrderPage.tsx')) },
  { name: 'returns', entry: m.admin.returns, group: 'sell', Page: screen(() => import('./returns/ReturnsPage.tsx')) },
  { name: 'withdrawals', within: 'returns', Page: screen(() => import('./returns/WithdrawalsPage.tsx')) },
  {
    name: 'discounts',
    entry: m.admin.discounts,
    group: 'sell',
    Page: screen(() => import('./discounts/DiscountsPage.tsx')),
  },
  {
    name: 'vatReport',
    entry: m.admin.vatReport,
    group: 'sell',
    Page: screen(() => import('./vatReport/VatReportPage.tsx')),
  },
  {
    name: 'shippingMethods',
    entry: m.admin.shipping,
    group: 'settings',
    Page: screen(() => import('./shipping/ShippingPage.tsx')),
  },
  { name: 'tax', entry: m.admin.vat, group: 'settings', Page: screen(() => import('./tax/TaxPage.tsx')) },
  { name: 'shop', entry: m.admin.shopDetails, group: 'settings', Page: screen(() => import('./shop/ShopPage.tsx')) },
  {
    name: 'legalPages',
    entry: m.admin.legalPages,
    group: 'settings',
    Page: screen(() => import('./legalPages/LegalPagesPage.tsx')),
  },
  { name: 'duties', entry: m.admin.duties, group: 'settings', Page: screen(() => import('./duties/DutiesPage.tsx')) },
  { name: 'editLegalPage', within: 'legalPages', Page: screen(() => import('./legalPages/EditLegalPage.tsx')) },
  {
    name: 'apiKeys',
    entry: m.admin.apiKeys,
    group: 'integrations',
    Page: screen(() => import('./apiKeys/ApiKeysPage.tsx')),
  },
  {
    name: 'webhooks',
    entry: m.admin.webhooks,
    group: 'integrations',
    Page: screen(() => import('./webhooks/WebhooksPage.tsx')),
  },
  { name: 'webhook', within: 'webhooks', Page: screen(() => import('./webhooks/WebhookPage.tsx')) },
  {
    name: 'feeds',
    entry: m.admin.feeds,
    group: 'integrations',
    Page: screen(() => import('./feeds/FeedsPage.tsx')),
  },
  { name: 'feed', within: 'feeds', Page: screen(() => import('./feeds/FeedPage.tsx')) },
  {
    name: 'auditTrail',
    entry: m.admin.auditTrail,
    group: 'log',
    Page: screen(() => import('./auditTrail/AuditTrailPage.tsx')),
  },
  {
    name: 'unsentMails',
    entry: m.admin.unsentEmails,
    group: 'log',
    Page: screen(() => import('./unsentMails/UnsentMailsPage.tsx')),
  },
];

/** The screen that the dashboard opens with: the first in the sidebar, except for the form for a new product; null if none. */
export function entryPage(can: (capability: Capability) => boolean): DashboardPageName | null {
  const first = dashboardPages.find(({ name }) => name !== 'addProduct' && can(pageAccess[name]));
  return first?.name ?? null;
}

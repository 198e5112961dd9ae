import type { ComponentType } from 'react';
import type { Capability } from '#contract/capabilities.ts';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { lazyPart } from '../../components/lazyPart.tsx';
import { type DashboardPageName, pageAccess } from './pageAccess.ts';
import type { DashboardPageProps } from './pageProps.ts';

/** The headings of the sidebar. The first entries have none. */
export const pageGroups = ['', 'Sell', 'Settings', 'Log'] as const;

type DashboardPage = {
  /** Determines its URL (contract/page-addresses.ts), title (contract/pages.ts) and who may open it (pageAccess.ts). */
  name: DashboardPageName;
  /** Its name in the sidebar. */
  entry?: string;
  /** The heading above it in the sidebar, shared with its neighbors. */
  group?: (typeof pageGroups)[number];
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
  { name: 'statistics', entry: 'Statistics', Page: screen(() => import('./statistics/StatisticsPage.tsx')) },
  { name: 'addProduct', entry: 'Add Product', Page: screen(() => import('./products/AddProductPage.tsx')) },
  { name: 'products', entry: 'Products', Page: screen(() => import('./products/ProductsPage.tsx')) },
  { name: 'editProduct', within: 'products', Page: screen(() => import('./products/EditProductPage.tsx')) },
  { name: 'importProducts', within: 'products', Page: screen(() => import('./import/ImportPage.tsx')) },
  { name: 'users', entry: 'Users', Page: screen(() => import('./users/UsersPage.tsx')) },
  { name: 'editUser', within: 'users', Page: screen(() => import('./users/EditUserPage.tsx')) },
  { name: 'comments', entry: 'Comments', Page: screen(() => import('./comments/CommentsPage.tsx')) },
  { name: 'categories', entry: 'Categories', Page: screen(() => import('./categories/CategoriesPage.tsx')) },
  { name: 'attributes', within: 'categories', Page: screen(() => import('./attributes/AttributesPage.tsx')) },
  { name: 'orders', entry: 'Orders', group: 'Sell', Page: screen(() => import('./orders/OrdersPage.tsx')) },
  { name: 'adminOrder', within: 'orders', Page: screen(() => import('./orders/order/OrderPage.tsx')) },
  { name: 'discounts', entry: 'Discounts', group: 'Sell', Page: screen(() => import('./discounts/DiscountsPage.tsx')) },
  {
    name: 'shippingMethods',
    entry: 'Shipping',
    group: 'Settings',
    Page: screen(() => import('./shipping/ShippingPage.tsx')),
  },
  { name: 'tax', entry: 'VAT', group: 'Settings', Page: screen(() => import('./tax/TaxPage.tsx')) },
  { name: 'shop', entry: 'Shop details', group: 'Settings', Page: screen(() => import('./shop/ShopPage.tsx')) },
  {
    name: 'auditTrail',
    entry: 'Audit trail',
    group: 'Log',
    Page: screen(() => import('./auditTrail/AuditTrailPage.tsx')),
  },
  {
    name: 'unsentMails',
    entry: 'Unsent emails',
    group: 'Log',
    Page: screen(() => import('./unsentMails/UnsentMailsPage.tsx')),
  },
];

/** The screen that the dashboard opens with: the first in the sidebar, except for the form for a new product; null if none. */
export function entryPage(can: (capability: Capability) => boolean): DashboardPageName | null {
  const first = dashboardPages.find(({ name }) => name !== 'addProduct' && can(pageAccess[name]));
  return first?.name ?? null;
}

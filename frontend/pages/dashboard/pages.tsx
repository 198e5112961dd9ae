import type { ComponentType } from 'react';
import type { PageName } from '#contract/page-addresses.ts';
import { lazyPart } from '../../components/lazyPart.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import type { DashboardPageProps } from './pageProps.ts';

type DashboardPage = {
  /** Under which its address (contract/page-addresses.ts) and its title (contract/pages.ts) are found. */
  name: PageName;
  /** What the sidebar calls it. */
  entry?: string;
  /** The page whose entry is marked while this one is shown, if it has none of its own. */
  within?: PageName;
  Page: ComponentType<DashboardPageProps>;
};

function screen(load: () => Promise<{ default: ComponentType<DashboardPageProps> }>) {
  return lazyPart(load, <Skeleton height="24rem" />);
}

/**
 * Every screen of the dashboard, in the order of the sidebar. A new one is a line here: its default export is a component
 * that takes DashboardPageProps and begins with a ScreenHead. Its table is made of a `createTable` of stores/dashboard,
 * `useTable` and `DataTable`; its calls lie in adminApi.
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
  { name: 'orders', entry: 'Orders', Page: screen(() => import('./orders/OrdersPage.tsx')) },
  { name: 'auditTrail', entry: 'Audit trail', Page: screen(() => import('./auditTrail/AuditTrailPage.tsx')) },
];

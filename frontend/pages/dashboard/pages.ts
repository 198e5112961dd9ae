import { type ComponentType, lazy } from 'react';
import type { PageName } from '#contract/routes.ts';

export type DashboardPageProps = {
  /** What stands in the address for each part that the page's pattern names, such as `productId`. */
  parameters: Readonly<Record<string, string | undefined>>;
};

export type DashboardPage = {
  /** Under which its address (contract/routes.ts) and its title (contract/pages.ts) are found. */
  name: PageName;
  /** What the sidebar calls it. */
  entry?: string;
  /** The page whose entry is marked while this one is shown, if it has none of its own. */
  within?: PageName;
  Page: ComponentType<DashboardPageProps>;
};

/**
 * Every screen of the dashboard, in the order of the sidebar. A new one is a line here: its default export is a component
 * that takes DashboardPageProps and begins with a PageTitle. Its table is made of a `createTable` of stores/dashboard,
 * `useTable` and `DataTable`; its calls lie in adminApi.
 */
export const dashboardPages: readonly DashboardPage[] = [
  { name: 'statistics', entry: 'Statistics', Page: lazy(() => import('./statistics/StatisticsPage.tsx')) },
  { name: 'addProduct', entry: 'Add Product', Page: lazy(() => import('./products/AddProductPage.tsx')) },
  { name: 'products', entry: 'Products', Page: lazy(() => import('./products/ProductsPage.tsx')) },
  { name: 'editProduct', within: 'products', Page: lazy(() => import('./products/EditProductPage.tsx')) },
  { name: 'importProducts', within: 'products', Page: lazy(() => import('./import/ImportPage.tsx')) },
  { name: 'users', entry: 'Users', Page: lazy(() => import('./users/UsersPage.tsx')) },
  { name: 'editUser', within: 'users', Page: lazy(() => import('./users/EditUserPage.tsx')) },
  { name: 'comments', entry: 'Comments', Page: lazy(() => import('./comments/CommentsPage.tsx')) },
  { name: 'categories', entry: 'Categories', Page: lazy(() => import('./categories/CategoriesPage.tsx')) },
  { name: 'orders', entry: 'Orders', Page: lazy(() => import('./orders/OrdersPage.tsx')) },
  { name: 'auditTrail', entry: 'Audit trail', Page: lazy(() => import('./auditTrail/AuditTrailPage.tsx')) },
];

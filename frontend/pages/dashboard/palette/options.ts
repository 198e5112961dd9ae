import { formatAmount } from '#contract/money.ts';
import { pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import type { Found } from '../../../api/admin/palette.ts';
import { orderStateNames } from '../orders/orderStateNames.ts';
import { orderViewAddresses } from '../orders/views/orderViews.ts';
import type { DashboardPageName } from '../pageAccess.ts';
import { dashboardPages } from '../pages.tsx';

export type Option = { key: string; title: string; detail?: string; href: string };
export type OptionGroup = { name: string; options: Option[] };

/** What is done on a screen besides opening it. */
const actions: { title: string; page: DashboardPageName; href: string }[] = [
  { title: 'Ship orders', page: 'orders', href: orderViewAddresses.toShip },
  { title: 'Hand over orders', page: 'orders', href: orderViewAddresses.toCollect },
  { title: 'Moderate comments', page: 'comments', href: `${pagePatterns.comments}?status=waiting` },
  { title: 'Import products', page: 'importProducts', href: pagePatterns.importProducts },
  { title: 'Restock products', page: 'products', href: `${pagePatterns.products}?availability=soldOut` },
];

/** The screens and actions with a text in their names, of those that one may open. */
export function namedOptions(text: string, isOpen: (page: DashboardPageName) => boolean): OptionGroup[] {
  const wanted = text.trim().toLowerCase();
  const isWanted = ({ title }: Option) => title.toLowerCase().includes(wanted);
  const screens = dashboardPages
    .filter(({ name }) => isOpen(name))
    .flatMap(({ name, entry }) => (entry ? [{ key: name, title: entry(), href: pagePatterns[name] }] : []));
  const deeds = actions
    .filter(({ page }) => isOpen(page))
    .map(({ title, href }): Option => ({ key: title, title, href }));
  return [
    { name: 'Actions', options: deeds.filter(isWanted) },
    { name: 'Screens', options: screens.filter(isWanted) },
  ];
}

/** The records that a search has found. */
export function recordOptions({ orders, products, users }: Found): OptionGroup[] {
  return [
    {
      name: 'Orders',
      options: orders.map(({ _id, number, shopper, state, amount, currency }) => ({
        key: _id,
        title: `Order ${number}`,
        detail: [shopper?.username, formatAmount(amount, currency), orderStateNames[state]].filter(Boolean).join(' · '),
        href: pageAddress('adminOrder', { orderId: _id }),
      })),
    },
    {
      name: 'Products',
      options: products.map(({ _id, title, categoryId }) => ({
        key: _id,
        title,
        detail: categoryId.categoryName,
        href: pageAddress('editProduct', { productId: _id }),
      })),
    },
    {
      name: 'Customers',
      options: users.map(({ _id, username, email }) => ({
        key: _id,
        title: username,
        detail: email,
        href: pageAddress('editUser', { userId: _id }),
      })),
    },
  ];
}

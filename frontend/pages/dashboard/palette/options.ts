import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { formatAmount } from '#contract/values/money.ts';
import { foldedText } from '#contract/values/words.ts';
import { m } from '#messages';
import type { Found } from '../../../api/admin/palette.ts';
import { orderStateNames } from '../orders/orderStateNames.ts';
import { orderViewAddresses } from '../orders/views/orderViews.ts';
import type { DashboardPageName } from '../pageAccess.ts';
import { dashboardPages } from '../pages.tsx';

export type Option = { key: string; title: string; detail?: string; href: string };
export type OptionGroup = { key: string; name: string; options: Option[] };

/** What is done on a screen besides opening it. */
const actions: { title: () => string; page: DashboardPageName; href: string }[] = [
  { title: m.palette.shipOrders, page: 'orders', href: orderViewAddresses.toShip },
  { title: m.palette.handOverOrders, page: 'orders', href: orderViewAddresses.toCollect },
  { title: m.palette.moderateComments, page: 'comments', href: `${pagePatterns.comments}?status=waiting` },
  { title: m.palette.importProducts, page: 'importProducts', href: pagePatterns.importProducts },
  { title: m.palette.restockProducts, page: 'products', href: `${pagePatterns.products}?availability=soldOut` },
];

/** The screens and actions with a text in their names, of those that one may open. */
export function namedOptions(text: string, isOpen: (page: DashboardPageName) => boolean): OptionGroup[] {
  const wanted = foldedText(text.trim());
  const isWanted = ({ title }: Option) => foldedText(title).includes(wanted);
  const screens = dashboardPages
    .filter(({ name }) => isOpen(name))
    .flatMap(({ name, entry }) => (entry ? [{ key: name, title: entry(), href: pagePatterns[name] }] : []));
  const deeds = actions
    .filter(({ page }) => isOpen(page))
    .map(({ title, href }): Option => ({ key: href, title: title(), href }));
  return [
    { key: 'actions', name: m.palette.actions(), options: deeds.filter(isWanted) },
    { key: 'screens', name: m.palette.screens(), options: screens.filter(isWanted) },
  ];
}

/** The records that a search has found. */
export function recordOptions({ orders, products, users }: Found): OptionGroup[] {
  return [
    {
      key: 'orders',
      name: m.palette.orders(),
      options: orders.map(({ _id, number, shopper, state, amount, currency }) => ({
        key: _id,
        title: m.palette.order({ number: String(number) }),
        detail: [shopper?.username, formatAmount(amount, currency), orderStateNames[state]()]
          .filter(Boolean)
          .join(' · '),
        href: pageAddress('adminOrder', { orderId: _id }),
      })),
    },
    {
      key: 'products',
      name: m.palette.products(),
      options: products.map(({ _id, title, categoryId }) => ({
        key: _id,
        title,
        detail: categoryId.categoryName,
        href: pageAddress('editProduct', { productId: _id }),
      })),
    },
    {
      key: 'customers',
      name: m.palette.customers(),
      options: users.map(({ _id, username, email }) => ({
        key: _id,
        title: username,
        detail: email,
        href: pageAddress('editUser', { userId: _id }),
      })),
    },
  ];
}

import { expect, test } from 'vitest';
import { subjectAddress } from './subjectAddress.ts';

const id = '0193a1c2-7b3e-7c4d-8e5f-60718293a4b5';

test.each([
  ['product.edited', 'Lumen 14', `/dashboard/products/${id}`],
  ['user.edited', 'maja', `/dashboard/users/${id}`],
  ['category.added', 'Laptops', `/dashboard/products?categoryId=${id}`],
  ['order.refundRequested', 'Order 1001', '/dashboard/orders?search=1001'],
  ['order.checked', 'Order 1002', '/dashboard/orders?search=1002'],
  ['discount.edited', 'WELCOME10', '/dashboard/discounts'],
  ['webhook.edited', 'https://erp.example/hooks', `/dashboard/webhooks/${id}`],
  ['feed.added', 'Google Merchant Center (de, EUR, DE)', `/dashboard/feeds/${id}`],
  ['shippingMethod.added', 'Courier', '/dashboard/shipping'],
] as const)('%s links to its subject', (action, subjectName, address) => {
  expect(subjectAddress({ action, subjectId: id, subjectName })).toBe(address);
});

test.each([
  ['catalogue.imported', 'parts.csv', '/dashboard/import'],
  ['term.edited', 'Deutsch', '/dashboard/terms'],
  ['settings.edited', 'Settings', '/dashboard/shop'],
  ['duty.edited', 'weee', '/dashboard/duties'],
] as const)('%s links to its screen, without an id', (action, subjectName, address) => {
  expect(subjectAddress({ action, subjectId: null, subjectName })).toBe(address);
});

test.each(['product.deleted', 'user.deleted', 'category.deleted', 'comment.deleted', 'comment.approved'] as const)(
  '%s links nowhere: the subject is deleted, or has no page',
  (action) => {
    expect(subjectAddress({ action, subjectId: id, subjectName: 'Gone' })).toBeNull();
  },
);

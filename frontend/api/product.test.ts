import { afterEach, expect, test, vi } from 'vitest';
import { listing } from './listing.ts';
import { productPage } from './product.ts';
import { rateProduct } from './ratings.ts';

vi.mock('../browser/toasts.ts', () => ({ showOnce: () => undefined, showToast: () => undefined }));

afterEach(() => {
  vi.unstubAllGlobals();
});

function respondWith(body: object): void {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'success', ...body }));
}

test('a newer price in a list invalidates cached products', async () => {
  respondWith({ product: { _id: 'walkman', price: 10 } });
  await productPage.load('walkman');
  expect(productPage.peek('walkman')?.product.price).toBe(10);
  respondWith({ products: [{ _id: 'walkman', price: 20 }] });
  await listing.load('page=1');
  expect(productPage.peek('walkman')).toBe(undefined);
  expect(listing.peek('page=1')?.products[0]?.price).toBe(20);
});

test('a rating updates the product in lists, and what only lists know stays', async () => {
  respondWith({ products: [{ _id: 'walkman', rating: 0, variantCount: 3 }, { _id: 'radio' }] });
  await listing.load('page=2');
  respondWith({ product: { _id: 'walkman', rating: 5 }, user: { _id: 'ana', votedFor: ['walkman'] } });
  await rateProduct({ productId: 'walkman', productRate: 5 });
  expect(listing.peek('page=2')?.products).toEqual([{ _id: 'walkman', rating: 5, variantCount: 3 }, { _id: 'radio' }]);
});

import { afterEach, expect, test, vi } from 'vitest';
import { product, products } from './catalogue.ts';

vi.mock('../toasts.ts', () => ({ showOnce: () => undefined, showToast: () => undefined }));

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a newer price list invalidates cached products', async () => {
  const known = { _id: 'walkman', price: 10 };
  const repriced = { ...known, price: 20 };
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({
      status: 'success',
      ...(url.endsWith('/products') ? { products: [repriced] } : { product: known }),
    }),
  );
  await product.load('walkman');
  expect(product.peek('walkman')?.price).toBe(10);
  await products.load(null);
  expect(product.peek('walkman')).toBe(undefined);
  expect(products.peek(null)?.[0]?.price).toBe(20);
});

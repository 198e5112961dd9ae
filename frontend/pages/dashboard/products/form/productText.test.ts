import { expect, test } from 'vitest';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { inLanguage } from '#messages/context.ts';
import { productText, readProduct } from './productText.ts';

const product = {
  title: 'Lumen 14',
  description: 'Light',
  price: 1349.5,
  salePrice: null,
  saleFrom: '2026-10-01T08:15:30.250Z',
  saleUntil: '2026-12-24T17:00:00.000Z',
  categoryId: { _id: '1', categoryName: 'Laptops' },
  attributes: [{ code: 'screen', name: 'Screen', unit: 'in', value: 13.6 }],
  stockCount: 1200,
  isPublished: true,
  family: null,
} as unknown as AdminProductView;

test.each([
  ['en', '1349.50', '13.6'],
  ['de', '1349,50', '13,6'],
] as const)('a form in %s shows %s and %s, and reads them back', (language, price, screen) => {
  inLanguage(language, () => {
    const text = productText(product);
    expect(text).toMatchObject({ price, attributes: { screen }, stock: '1200' });
    expect(readProduct(text)).toMatchObject({
      price: 1349.5,
      saleFrom: '2026-10-01T08:15:30.250Z',
      saleUntil: '2026-12-24T17:00:00.000Z',
      stock: 1200,
    });
  });
});

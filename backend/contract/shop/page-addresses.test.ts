import { describe, expect, test } from 'vitest';
import { findPage, pageAddress } from './page-addresses.ts';

describe('the page at a path', () => {
  test.each([
    ['/', 'catalogue', {}],
    ['/contact', 'contact', {}],
    ['/contact/', 'contact', {}],
    ['/product/1', 'product', { productId: '1' }],
    ['/product/a%2Fb/', 'product', { productId: 'a%2Fb' }],
  ])('%s is the %s', (path, name, parameters) => {
    expect(findPage(path)).toEqual({ name, parameters });
  });

  test.each(['//', '/product', '/product/', '/product/1/2', '/contact/x', '/Contact', '/x'])(
    '%j has no page',
    (path) => {
      expect(findPage(path)).toBeNull();
    },
  );
});

describe('the address of a page', () => {
  test('contains its parameter', () => {
    expect(pageAddress('product', { productId: '1' })).toBe('/product/1');
    expect(pageAddress('editUser', { userId: '2' })).toBe('/dashboard/users/2');
    // @ts-expect-error a product's page has no user
    pageAddress('product', { userId: '2' });
    // @ts-expect-error the catalogue's page has no parameter
    pageAddress('catalogue', {});
  });

  test.each(['a/b', '?', '#', '$&', 'ж'])('with %j leads to that page and no other', (productId) => {
    const found = findPage(pageAddress('product', { productId }));
    expect(found?.name).toBe('product');
    expect(decodeURIComponent(found?.parameters.productId ?? '')).toBe(productId);
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProductView } from '#contract/catalogue/catalogue.ts';

const toasts: string[] = [];

const recordToast = (type: string, text: string) => toasts.push(`${type}: ${text}`);
vi.mock('../browser/toasts.ts', () => ({ showToast: recordToast, showOnce: recordToast }));

beforeEach(() => {
  vi.resetModules();
});

afterEach(() => {
  toasts.length = 0;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The stores of a newly opened page. */
const openStore = async () => ({ ...(await import('./cart.ts')), ...(await import('./cartChanges.ts')) });

function product(_id: string, price: number): ProductView {
  return {
    _id,
    title: `Product ${_id}`,
    description: 'A product',
    price,
    regularPrice: null,
    priorPrice: null,
    saleUntil: null,
    image: 'picture.jpg',
    imageState: 'ready',
    imageWidths: [320],
    categoryId: { _id: 'category', categoryName: 'Category', slug: 'category' },
    allRatings: [],
    rating: 0,
    attributes: [],
    images: [],
    stock: null,
    family: null,
    sku: null,
    brand: null,
    energy: null,
    charger: null,
    energySheet: null,
  };
}

test('adding a product again increases its quantity, with a toast each time', async () => {
  const { addToCart, cart } = await openStore();
  addToCart(product('a', 19.99));
  addToCart(product('a', 19.99));
  addToCart(product('b', 5));
  expect(cart.items.map(({ _id, count, totalAmount }) => [_id, count, totalAmount])).toEqual([
    ['a', 2, 39.98],
    ['b', 1, 5],
  ]);
  expect(toasts).toEqual([
    "success: You've added new item to cart",
    "warning: You've increased item count in cart",
    "success: You've added new item to cart",
  ]);
});

test('a quantity stops at 50 without a success toast', async () => {
  const { addToCart, cart } = await openStore();
  for (let time = 0; time < 52; time += 1) addToCart(product('a', 1));
  expect(cart.items[0]?.count).toBe(50);
  expect(toasts.filter((text) => text.includes('increased'))).toHaveLength(49);
  expect(toasts.at(-1)).toContain('50');
});

test.each([
  [-1, 1],
  [1, 2],
  [48, 49],
  [200, 50],
  [-200, 1],
])('changing a quantity of 1 by %i makes it %i', async (delta, count) => {
  const { addToCart, cart, changeCount } = await openStore();
  addToCart(product('a', 0.1));
  changeCount('a', delta);
  expect(cart.items[0]).toMatchObject({ count, totalAmount: count / 10 });
});

test('changing a product that is not in the cart does nothing', async () => {
  const { addToCart, cart, changeCount, removeFromCart } = await openStore();
  addToCart(product('a', 1));
  changeCount('b', 1);
  removeFromCart('b');
  expect(cart.items).toHaveLength(1);
});

test('the cart persists until the next visit', async () => {
  const first = await openStore();
  first.addToCart(product('a', 19.99));
  first.changeCount('a', 2);
  vi.resetModules();
  const second = await openStore();
  expect(second.cart.items).toEqual(first.cart.items);
  expect(second.cart).not.toBe(first.cart);
});

test('an empty cart is removed from storage', async () => {
  const { addToCart, emptyCart, removeFromCart } = await openStore();
  addToCart(product('a', 1));
  expect(localStorage.getItem('cart')).not.toBe(null);
  removeFromCart('a');
  expect(localStorage.getItem('cart')).toBe(null);
  addToCart(product('a', 1));
  emptyCart();
  expect(localStorage.getItem('cart')).toBe(null);
});

const item = { _id: 'a', title: 'A', image: 'a.jpg', imageWidths: [320], price: 2.5, count: 2, totalAmount: 5 };

test.each([
  ['invalid JSON', '{"a', []],
  ['JSON that is not a list', '{"items":[]}', []],
  ['values that are not items', '[null, 7, "a", [], {}]', []],
  ['an item without a price', JSON.stringify([{ ...item, price: undefined }]), []],
  ['a negative price', JSON.stringify([{ ...item, price: -1 }]), []],
  ['a fractional quantity', JSON.stringify([{ ...item, count: 1.5 }]), []],
  ['a valid item among invalid ones', JSON.stringify([{ ...item, _id: 3 }, item]), [item]],
  ['an excessive quantity', JSON.stringify([{ ...item, count: 900 }]), [{ ...item, count: 50, totalAmount: 125 }]],
  ['a wrong total', JSON.stringify([{ ...item, totalAmount: 1 }]), [item]],
  [
    'a picture being processed',
    JSON.stringify([{ ...item, imageState: 'processing' }]),
    [{ ...item, imageState: 'processing' }],
  ],
  ['an unknown picture state', JSON.stringify([{ ...item, imageState: 'lost' }]), [item]],
  ['the same product twice', JSON.stringify([item, item]), [item]],
  [
    'an item without a picture',
    JSON.stringify([{ ...item, image: 1, imageWidths: 'x' }]),
    [{ ...item, image: '', imageWidths: [] }],
  ],
])('tolerates %s in storage', async (_case, text, items) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  localStorage.setItem('cart', text);
  const { cart } = await openStore();
  expect(cart.items).toEqual(items);
});

test('the cart works if the browser blocks storage', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const forbid = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid, removeItem: forbid });
  const { addToCart, cart } = await openStore();
  addToCart(product('a', 1));
  expect(cart.items).toHaveLength(1);
});

test('reports changed prices and removes products that are no longer sold', async () => {
  const { addToCart, cart, changeCount, updateCart } = await openStore();
  addToCart(product('a', 10));
  changeCount('a', 2);
  addToCart(product('b', 5));
  addToCart(product('c', 7));
  addToCart(product('added since', 1));
  expect(updateCart(['a', 'b', 'c'], [product('a', 12), product('c', 7)])).toEqual({
    repriced: [{ _id: 'a', title: 'Product a', from: 10, to: 12 }],
    removed: ['Product b'],
    limited: [],
  });
  expect(cart.items.map(({ _id, price, totalAmount }) => [_id, price, totalAmount])).toEqual([
    ['a', 12, 36],
    ['c', 7, 7],
    ['added since', 1, 1],
  ]);
  expect(JSON.parse(localStorage.getItem('cart') ?? '')).toEqual(cart.items);
});

test('shows the labels that a product has got since it was added', async () => {
  const { addToCart, cart, updateCart } = await openStore();
  addToCart(product('a', 10));
  expect(cart.items[0]?.labels).toBeUndefined();
  const energy = { class: 'C', eprel: null } as const;
  updateCart(['a'], [{ ...product('a', 10), energy }]);
  expect(cart.items[0]?.labels).toEqual({ energy, charger: null, energySheet: null });
});

test('removes paid units and keeps units added since', async () => {
  const { addToCart, cart, changeCount, removePaid } = await openStore();
  addToCart(product('a', 10));
  changeCount('a', 2);
  addToCart(product('b', 5));
  addToCart(product('c', 7));
  removePaid([
    { productId: 'a', count: 2 },
    { productId: 'b', count: 1 },
    { productId: 'gone', count: 1 },
  ]);
  expect(cart.items.map(({ _id, count, totalAmount }) => [_id, count, totalAmount])).toEqual([
    ['a', 1, 10],
    ['c', 1, 7],
  ]);
});

test('the total is converted once, over the whole cart', async () => {
  const { cartCount, cartTotalMinorUnits } = await openStore();
  const items = [
    { price: 0.5, count: 1 },
    { price: 0.5, count: 1 },
  ];
  expect(cartTotalMinorUnits(items, 'USD')).toBe(109);
  expect(cartTotalMinorUnits(items, 'RSD')).toBe(11_700);
  expect(cartTotalMinorUnits([], 'EUR')).toBe(0);
  expect(cartCount(items)).toBe(2);
});

describe('a cart changed in another tab', () => {
  /** Opens the store on a page, then changes the stored cart like another tab. */
  async function changeElsewhere(pathname: string) {
    const tab = new EventTarget();
    vi.stubGlobal('window', tab);
    vi.stubGlobal('location', { pathname });
    const { addToCart, cart } = await openStore();
    addToCart(product('a', 10));
    toasts.length = 0;
    localStorage.setItem('cart', JSON.stringify([{ ...cart.items[0], count: 3 }]));
    const notify = () => tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'cart' }));
    notify();
    return { cart, notify };
  }

  test('shows a shopper at checkout the new total', async () => {
    const { cart, notify } = await changeElsewhere('/order');
    expect(cart.items[0]).toMatchObject({ count: 3, totalAmount: 30 });
    expect(toasts).toEqual(['info: Your cart changed in another tab. Check the total before you pay.']);
    notify();
    expect(toasts).toHaveLength(1);
  });

  test('updates silently on other pages', async () => {
    const { cart } = await changeElsewhere('/');
    expect(cart.items[0]?.count).toBe(3);
    expect(toasts).toEqual([]);
  });
});

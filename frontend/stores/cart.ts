import { proxy } from 'valtio';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { type ImageState, imageStates } from '#contract/catalogue/pictures.ts';
import type { ProductLabelsView } from '#contract/listing/listing.ts';
import { COUNT_MAX, COUNT_MIN } from '#contract/orders/payments.ts';
import { findPage } from '#contract/shop/page-addresses.ts';
import { type CurrencyCode, PRICE_MAX, toCents, toMajorUnits, totalInMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { currentPath } from '../browser/address.ts';
import { onStoredElsewhere, readStoredJson, writeStored } from '../browser/storage.ts';
import { showOnce } from '../browser/toasts.ts';

export type CartItem = {
  /** The product's id. */
  _id: string;
  title: string;
  /** Distinguishes products with the same title. Missing in carts stored by an older version. */
  description?: string;
  image: string;
  imageWidths: number[];
  /** Missing in carts stored by an older version. */
  imageState?: ImageState;
  /** Beside its price, when it was added or last repriced. Missing without any, and in carts stored by an older version. */
  labels?: ProductLabelsView;
  /** In EUR, when it was added or last repriced. */
  price: number;
  /** The lowest price before its sale, in EUR. Missing in carts stored by an older version. */
  priorPrice?: number;
  count: number;
  /** In EUR: count times price. */
  totalAmount: number;
};

function totalAmount({ price, count }: Pick<CartItem, 'price' | 'count'>): number {
  return toMajorUnits(toCents(price) * count);
}

function withinLimits(count: number): number {
  return Math.min(COUNT_MAX, Math.max(COUNT_MIN, count));
}

/** Parses a stored item; null if it can't be shown or bought. */
function readItem(value: unknown): CartItem | null {
  if (typeof value !== 'object' || value === null) return null;
  const {
    _id,
    title,
    description,
    image,
    imageWidths,
    imageState,
    labels,
    price,
    priorPrice,
    count,
  }: Partial<Record<keyof CartItem, unknown>> = value;
  if (typeof _id !== 'string' || _id === '' || typeof title !== 'string') return null;
  if (typeof price !== 'number' || !(price >= 0 && price <= PRICE_MAX)) return null;
  if (typeof count !== 'number' || !Number.isInteger(count)) return null;
  const item = {
    _id,
    title,
    description: typeof description === 'string' ? description : undefined,
    image: typeof image === 'string' ? image : '',
    imageWidths: Array.isArray(imageWidths) ? imageWidths.filter(Number.isInteger) : [],
    imageState: imageStates.find((state) => state === imageState),
    labels: labels && typeof labels === 'object' ? (labels as ProductLabelsView) : undefined,
    price,
    priorPrice: typeof priorPrice === 'number' ? priorPrice : undefined,
    count: withinLimits(count),
  };
  return { ...item, totalAmount: totalAmount(item) };
}

/** The stored cart, without invalid items. */
function storedCart(): CartItem[] {
  const stored = readStoredJson('cart');
  const items = Array.isArray(stored) ? stored.map(readItem).filter((item) => item !== null) : [];
  return [...new Map(items.map((item) => [item._id, item])).values()];
}

export const cart = proxy<{ items: CartItem[] }>({ items: storedCart() });

onStoredElsewhere('cart', () => {
  const before = JSON.stringify(cart.items);
  cart.items = storedCart();
  const isChanged = JSON.stringify(cart.items) !== before;
  // The total must not change silently while the shopper pays.
  if (isChanged && findPage(currentPath())?.name === 'order') showOnce('info', m.cart.changedElsewhere());
});

/** Stores the cart; call it after each change. */
export function storeCart(): void {
  writeStored('cart', cart.items.length > 0 ? JSON.stringify(cart.items) : null);
}

/** Sets the quantity of an item, within the limits. */
export function setCount(item: CartItem, count: number): void {
  item.count = withinLimits(count);
  item.totalAmount = totalAmount(item);
}

/** All share one toast: a stack would cover the pressed button. */
const CART_TOAST = 'cart';

function warn(text: string): void {
  showOnce('warning', text, CART_TOAST);
}

/** What an item shows of its product. */
export function shownOf(product: ProductView) {
  const { _id, title, description, image, imageWidths, imageState, price, priorPrice } = product;
  const { energy, charger, energySheet } = product;
  return {
    _id,
    title,
    description,
    image,
    imageWidths: [...imageWidths],
    imageState,
    labels: energy || charger ? { energy, charger, energySheet } : undefined,
    price,
    priorPrice: priorPrice ?? undefined,
  };
}

/** Adds units of a product to the cart, within the limit. @returns how many there were before */
export function addUnits(product: ProductView, units: number): number {
  const item = cart.items.find(({ _id }) => _id === product._id);
  const before = item?.count ?? 0;
  const count = withinLimits(before + units);
  if (item) setCount(item, count);
  else {
    const added = { ...shownOf(product), count };
    cart.items.push({ ...added, totalAmount: totalAmount(added) });
  }
  storeCart();
  return before;
}

/** Adds units of a product to the cart, with a toast. */
export function addToCart(product: ProductView, units = 1): void {
  const before = addUnits(product, units);
  if (before === 0) showOnce('success', m.cart.added(), CART_TOAST);
  else warn(before < COUNT_MAX ? m.cart.increased() : m.cart.full({ limit: COUNT_MAX }));
}

/** Changes the quantity of a product in the cart, within the limits of 1 and 50. */
export function changeCount(_id: string, delta: number): void {
  const item = cart.items.find((item) => item._id === _id);
  if (!item) return;
  setCount(item, item.count + delta);
  storeCart();
}

export function removeFromCart(_id: string): void {
  cart.items = cart.items.filter((item) => item._id !== _id);
  storeCart();
}

export function emptyCart(): void {
  cart.items = [];
  storeCart();
}

/** The number of units in a cart. */
export function cartCount(items: readonly Pick<CartItem, 'count'>[]): number {
  return items.reduce((sum, { count }) => sum + count, 0);
}

/** The items of a cart as orders and quotes take them. */
export function orderedItems(items: readonly Pick<CartItem, '_id' | 'count'>[]) {
  return items.map(({ _id, count }) => ({ productId: _id, count }));
}

/** The total of a cart in minor units of the currency, as the server computes it. */
export function cartTotalMinorUnits(
  items: readonly Pick<CartItem, 'price' | 'count'>[],
  currency: CurrencyCode,
): number {
  return totalInMinorUnits(
    items.map(({ price, count }) => ({ unitPriceCents: toCents(price), count })),
    currency,
  );
}

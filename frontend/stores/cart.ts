import { type Id, toast } from 'react-toastify/unstyled';
import { proxy } from 'valtio';
import { type ImageState, imageStates, PRICE_MAX, type ProductView } from '#contract/catalogue.ts';
import { type CurrencyCode, toCents, toMajorUnits, totalInMinorUnits } from '#contract/money.ts';
import { COUNT_MAX, COUNT_MIN } from '#contract/payments.ts';
import { message } from '../messages.ts';
import { onStoredElsewhere, readStoredJson, writeStored } from '../storage.ts';

export type CartItem = {
  /** The product's id. */
  _id: string;
  title: string;
  image: string;
  imageWidths: number[];
  /** Not known of what an older visit has stored. */
  imageState?: ImageState;
  /** EUR, as of when it was added or last re-priced. */
  price: number;
  count: number;
  /** EUR: count times price. */
  totalAmount: number;
};

function totalAmount({ price, count }: Pick<CartItem, 'price' | 'count'>): number {
  return toMajorUnits(toCents(price) * count);
}

function withinLimits(count: number): number {
  return Math.min(COUNT_MAX, Math.max(COUNT_MIN, count));
}

/** One stored item; null for anything that could not be shown and paid. */
function readItem(value: unknown): CartItem | null {
  if (typeof value !== 'object' || value === null) return null;
  const { _id, title, image, imageWidths, imageState, price, count }: Partial<Record<keyof CartItem, unknown>> = value;
  if (typeof _id !== 'string' || _id === '' || typeof title !== 'string') return null;
  if (typeof price !== 'number' || !(price >= 0 && price <= PRICE_MAX)) return null;
  if (typeof count !== 'number' || !Number.isInteger(count)) return null;
  const item = {
    _id,
    title,
    image: typeof image === 'string' ? image : '',
    imageWidths: Array.isArray(imageWidths) ? imageWidths.filter(Number.isInteger) : [],
    imageState: imageStates.find((state) => state === imageState),
    price,
    count: withinLimits(count),
  };
  return { ...item, totalAmount: totalAmount(item) };
}

/** The cart that this browser has stored, without what can't be read of it. */
function storedCart(): CartItem[] {
  const stored = readStoredJson('cart');
  const items = Array.isArray(stored) ? stored.map(readItem).filter((item) => item !== null) : [];
  return [...new Map(items.map((item) => [item._id, item])).values()];
}

export const cart = proxy<{ items: CartItem[] }>({ items: storedCart() });

onStoredElsewhere('cart', () => {
  cart.items = storedCart();
});

function store(): void {
  writeStored('cart', cart.items.length > 0 ? JSON.stringify(cart.items) : null);
}

function setCount(item: CartItem, count: number): void {
  item.count = withinLimits(count);
  item.totalAmount = totalAmount(item);
}

let lastWarning: Id = '';

/** Warns in one toast, which begins anew while it is there: a pile of them would lie over the button that is pressed. */
function warn(sentence: string): void {
  const isShown = toast.isActive(lastWarning);
  const anew = { toastId: lastWarning, updateId: lastWarning, transition: false } as const;
  lastWarning = toast.warning(sentence, isShown ? anew : {});
}

/** Puts one of a product into the cart, and tells so. */
export function addToCart({ _id, title, image, imageWidths, imageState, price }: ProductView): void {
  const item = cart.items.find((item) => item._id === _id);
  if (!item) {
    const added = { _id, title, image, imageWidths: [...imageWidths], imageState, price, count: COUNT_MIN };
    cart.items.push({ ...added, totalAmount: totalAmount(added) });
    toast.success(message.addedToCart);
  } else if (item.count < COUNT_MAX) {
    setCount(item, item.count + 1);
    warn(message.increasedInCart);
  } else {
    warn(message.cartIsFull(title, COUNT_MAX));
  }
  store();
}

/** Changes how many of a product are in the cart, within the limits of 1 and 50. */
export function changeCount(_id: string, delta: number): void {
  const item = cart.items.find((item) => item._id === _id);
  if (!item) return;
  setCount(item, item.count + delta);
  store();
}

export function removeFromCart(_id: string): void {
  cart.items = cart.items.filter((item) => item._id !== _id);
  store();
}

export function emptyCart(): void {
  cart.items = [];
  store();
}

export type CartChanges = {
  /** EUR. */
  repriced: readonly { readonly title: string; readonly from: number; readonly to: number }[];
  /** Titles of what is no longer sold. */
  removed: readonly string[];
};

/** Takes out of the cart what is no longer sold. */
export function removeMissing(ids: readonly string[]): CartChanges {
  const removed = cart.items.filter(({ _id }) => ids.includes(_id)).map(({ title }) => title);
  cart.items = cart.items.filter(({ _id }) => !ids.includes(_id));
  store();
  return { repriced: [], removed };
}

/** Brings the cart in line with the products as the shop has them now. */
export function updateCart(products: readonly ProductView[]): CartChanges {
  const sold = new Map(products.map((product) => [product._id, product]));
  const { removed } = removeMissing(cart.items.map(({ _id }) => _id).filter((_id) => !sold.has(_id)));
  const repriced: CartChanges['repriced'][number][] = [];
  for (const item of cart.items) {
    const product = sold.get(item._id);
    if (!product) continue;
    const { title, image, imageWidths, imageState, price } = product;
    if (price !== item.price) repriced.push({ title, from: item.price, to: price });
    Object.assign(item, { title, image, imageWidths: [...imageWidths], imageState, price });
    setCount(item, item.count);
  }
  store();
  return { repriced, removed };
}

/** How many pieces are in a cart. */
export function cartCount(items: readonly Pick<CartItem, 'count'>[]): number {
  return items.reduce((sum, { count }) => sum + count, 0);
}

/** What items cost together, in minor units of the currency, as the server computes it. */
export function cartTotalMinorUnits(
  items: readonly Pick<CartItem, 'price' | 'count'>[],
  currency: CurrencyCode,
): number {
  return totalInMinorUnits(
    items.map(({ price, count }) => ({ unitPriceCents: toCents(price), count })),
    currency,
  );
}

import { type CurrencyCode, formatPrice } from '#contract/money.ts';
import type { CartChanges } from './cart.ts';

type CartNote = { title: string; lines: string[] };

/** Tells in words what the shop changed in the cart, with prices in the shopper's currency. */
export function cartNote({ repriced, removed }: CartChanges, currency: CurrencyCode): CartNote {
  const lines = [
    ...repriced.map(({ title, from, to }) => {
      return `${title} now costs ${formatPrice(to, currency)} instead of ${formatPrice(from, currency)}.`;
    }),
    ...removed.map((title) => `${title} is no longer sold and was taken out of your cart.`),
  ];
  if (repriced.length > 0) return { title: 'Prices have changed. Please check your cart before you pay.', lines };
  return { title: 'Your cart has changed. Please check it before you pay.', lines };
}

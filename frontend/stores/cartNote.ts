import { type CurrencyCode, formatPrice } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import type { CartChanges } from './cart.ts';

type CartNote = { title: string; lines: string[] };

/** Describes the shop's changes to the cart, with prices in the shopper's currency. */
export function cartNote({ repriced, removed, limited }: CartChanges, currency: CurrencyCode): CartNote {
  const lines = [
    ...repriced.map(({ title, from, to }) => {
      return `${title} now costs ${formatPrice(to, currency)} instead of ${formatPrice(from, currency)}.`;
    }),
    ...removed.map((title) => `We removed ${title} from your cart because it's no longer available.`),
    ...limited.map(({ title, left }) =>
      left > 0
        ? `Only ${formatNumber(left)} of ${title} left, so we changed the quantity.`
        : `We removed ${title} from your cart because it's sold out.`,
    ),
  ];
  if (repriced.length > 0) return { title: 'Prices have changed. Review your cart before you pay.', lines };
  return { title: 'Your cart has changed. Review it before you pay.', lines };
}

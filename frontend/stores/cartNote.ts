import { type CurrencyCode, formatPrice } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import type { CartChanges } from './cartChanges.ts';

type CartNote = {
  title: string;
  /** What changed on each line that is still in the cart, by product. */
  changed: ReadonlyMap<string, string>;
  /** Why lines are gone. */
  gone: readonly string[];
};

/** Describes the shop's changes to the cart, with prices in the shopper's currency. */
export function cartNote({ repriced, removed, limited }: CartChanges, currency: CurrencyCode): CartNote {
  return {
    title:
      repriced.length > 0
        ? 'Prices have changed. Review your cart before you pay.'
        : 'Your cart has changed. Review it before you pay.',
    changed: new Map([
      ...repriced.map(({ _id, title, from, to }): [string, string] => [
        _id,
        `${title} now costs ${formatPrice(to, currency)} instead of ${formatPrice(from, currency)}.`,
      ]),
      ...limited
        .filter(({ left }) => left > 0)
        .map(({ _id, title, left }): [string, string] => [
          _id,
          `Only ${formatNumber(left)} of ${title} left, so we changed the quantity.`,
        ]),
    ]),
    gone: [
      ...removed.map((title) => `We removed ${title} from your cart because it's no longer available.`),
      ...limited
        .filter(({ left }) => left === 0)
        .map(({ title }) => `We removed ${title} from your cart because it's sold out.`),
    ],
  };
}

import { type CurrencyCode, formatPrice } from '#contract/values/money.ts';
import { m } from '#messages';
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
    title: repriced.length > 0 ? m.cart.pricesChanged() : m.cart.changed(),
    changed: new Map([
      ...repriced.map(({ _id, title, from, to }): [string, string] => [
        _id,
        m.cart.repriced({ title, to: formatPrice(to, currency), from: formatPrice(from, currency) }),
      ]),
      ...limited
        .filter(({ left }) => left > 0)
        .map(({ _id, title, left }): [string, string] => [_id, m.cart.limited({ title, left })]),
    ]),
    gone: [
      ...removed.map((title) => m.cart.removed({ title })),
      ...limited.filter(({ left }) => left === 0).map(({ title }) => m.cart.soldOut({ title })),
    ],
  };
}

import type { Noun } from '#contract/numbers.ts';

/** Nouns to count with. */
export const nouns = {
  byte: { one: 'byte', other: 'bytes' },
  comment: { one: 'comment', other: 'comments' },
  day: { one: 'day', other: 'days' },
  item: { one: 'item', other: 'items' },
  product: { one: 'product', other: 'products' },
  rating: { one: 'rating', other: 'ratings' },
  second: { one: 'second', other: 'seconds' },
  star: { one: 'star', other: 'stars' },
  suggestion: { one: 'suggestion', other: 'suggestions' },
  variant: { one: 'variant', other: 'variants' },
} satisfies Record<string, Noun>;

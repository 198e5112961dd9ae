import type { Noun } from '#contract/numbers.ts';

/** Nouns to count with. */
export const nouns = {
  byte: { one: 'byte', other: 'bytes' },
  category: { one: 'category', other: 'categories' },
  comment: { one: 'comment', other: 'comments' },
  email: { one: 'email', other: 'emails' },
  entry: { one: 'entry', other: 'entries' },
  item: { one: 'item', other: 'items' },
  line: { one: 'line', other: 'lines' },
  order: { one: 'order', other: 'orders' },
  picture: { one: 'picture', other: 'pictures' },
  product: { one: 'product', other: 'products' },
  rating: { one: 'rating', other: 'ratings' },
  row: { one: 'row', other: 'rows' },
  second: { one: 'second', other: 'seconds' },
  star: { one: 'star', other: 'stars' },
  suggestion: { one: 'suggestion', other: 'suggestions' },
  variant: { one: 'variant', other: 'variants' },
  user: { one: 'user', other: 'users' },
} satisfies Record<string, Noun>;

import type { Noun } from '#contract/numbers.ts';

/** What the dashboard counts. */
export const nouns = {
  category: { one: 'category', other: 'categories' },
  comment: { one: 'comment', other: 'comments' },
  email: { one: 'email', other: 'emails' },
  entry: { one: 'entry', other: 'entries' },
  order: { one: 'order', other: 'orders' },
  pastOrder: { one: 'past order', other: 'past orders' },
  picture: { one: 'picture', other: 'pictures' },
  product: { one: 'product', other: 'products' },
  rating: { one: 'rating', other: 'ratings' },
  row: { one: 'row', other: 'rows' },
  user: { one: 'user', other: 'users' },
} satisfies Record<string, Noun>;

import type { Noun } from '#contract/numbers.ts';

/** Nouns that only the dashboard counts with. */
export const adminNouns = {
  comment: { one: 'comment', other: 'comments' },
  discount: { one: 'discount', other: 'discounts' },
  email: { one: 'email', other: 'emails' },
  entry: { one: 'entry', other: 'entries' },
  order: { one: 'order', other: 'orders' },
  shippingMethod: { one: 'shipping method', other: 'shipping methods' },
  user: { one: 'user', other: 'users' },
} satisfies Record<string, Noun>;

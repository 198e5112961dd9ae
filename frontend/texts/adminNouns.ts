import type { Noun } from '#contract/numbers.ts';

/** Nouns that only the dashboard counts with. */
export const adminNouns = {
  category: { one: 'category', other: 'categories' },
  comment: { one: 'comment', other: 'comments' },
  email: { one: 'email', other: 'emails' },
  entry: { one: 'entry', other: 'entries' },
  line: { one: 'line', other: 'lines' },
  order: { one: 'order', other: 'orders' },
  picture: { one: 'picture', other: 'pictures' },
  row: { one: 'row', other: 'rows' },
  user: { one: 'user', other: 'users' },
} satisfies Record<string, Noun>;

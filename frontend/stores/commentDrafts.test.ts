import { expect, test } from 'vitest';
import { commentDraft, keepCommentDraft } from './commentDrafts.ts';

const [ana, ben] = [{ _id: 'ana' }, { _id: 'ben' }];

test('a draft is visible only to its author, even in the same tab', () => {
  keepCommentDraft(ana, 'p', 'by ana');
  expect(commentDraft(ana, 'p')).toBe('by ana');
  expect(commentDraft(ana, 'q')).toBe('');
  expect([null, ben].map((author) => commentDraft(author, 'p'))).toEqual(['', '']);
});

test("a guest's draft moves to the account at login, and no further", () => {
  keepCommentDraft(null, 'p', 'by a guest');
  const [cleo, dan] = [{ _id: 'cleo' }, { _id: 'dan' }];
  expect(commentDraft(cleo, 'p')).toBe('by a guest');
  keepCommentDraft(cleo, 'p', commentDraft(cleo, 'p'));
  expect([null, dan].map((author) => commentDraft(author, 'p'))).toEqual(['', '']);
});

test("a guest's draft reaches an account that has seen the product and written nothing", () => {
  const eve = { _id: 'eve' };
  keepCommentDraft(eve, 'q', '');
  keepCommentDraft(null, 'q', 'by a guest');
  expect(commentDraft(eve, 'q')).toBe('by a guest');
});

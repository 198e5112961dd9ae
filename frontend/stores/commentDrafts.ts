import type { UserView } from '#contract/users/users.ts';

type Author = Pick<UserView, '_id'> | null;

/** Unsent comments by author and product. They survive navigation, such as to the login form. */
const drafts = new Map<string, string>();

function key(author: Author, productId: string): string {
  return `${author?._id ?? ''} ${productId}`;
}

/** The author's own draft, or the one they wrote as a guest before logging in. */
export function commentDraft(author: Author, productId: string): string {
  return drafts.get(key(author, productId)) || drafts.get(key(null, productId)) || '';
}

/** Stores a draft for its author only. */
export function keepCommentDraft(author: Author, productId: string, content: string): void {
  drafts.delete(key(null, productId));
  drafts.set(key(author, productId), content);
}

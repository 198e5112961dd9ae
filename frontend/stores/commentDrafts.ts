import type { UserView } from '#contract/users.ts';

type Author = Pick<UserView, '_id'> | null;

/** Comments that were begun and not sent, by author and product. They outlive the page, also for the login form. */
const drafts = new Map<string, string>();

function key(author: Author, productId: string): string {
  return `${author?._id ?? ''} ${productId}`;
}

/** The author's own draft; or what they wrote as a guest before they logged in. */
export function commentDraft(author: Author, productId: string): string {
  return drafts.get(key(author, productId)) ?? drafts.get(key(null, productId)) ?? '';
}

/** Keeps a draft for its author alone. */
export function keepCommentDraft(author: Author, productId: string, content: string): void {
  drafts.delete(key(null, productId));
  drafts.set(key(author, productId), content);
}

import type { ProductView } from '#contract/catalogue.ts';
import type { CommentView } from '#contract/comments.ts';
import { fallback } from '../messages.ts';
import { showToast } from '../toasts.ts';
import { call } from './call.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** The approved comments on a product, newest first. */
const comments = createRemote<string, CommentView[]>({
  load: async (productId, options) => {
    const path = `/comment/filter/${encodeURIComponent(productId)}`;
    return (await call<{ allComments: CommentView[] }>('GET', path, options)).allComments;
  },
  isPublic: true,
});

export function useComments(productId: string) {
  return useRemote(comments, productId);
}

type NewComment = { product: ProductView; author: string; content: string };

/** Posts a comment on a product. It appears once approved, as the server's message says. @throws ApiError */
export async function addComment({ product, author, content }: NewComment): Promise<void> {
  const body = { author, content, productId: product._id, productTitle: product.title };
  const { message } = await call<{ message: string }>('POST', '/comment', { body, fallback: fallback.addComment });
  showToast('success', message);
}

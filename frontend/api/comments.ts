import type { ProductView } from '#contract/catalogue.ts';
import type { CommentPageView, CommentSort } from '#contract/comments.ts';
import { showToast } from '../browser/toasts.ts';
import { call } from './call.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** @param page counts from 1 */
export type CommentRequest = { productId: string; sort: CommentSort; page: number };

/** A page of the approved comments on a product. */
const comments = createRemote<CommentRequest, CommentPageView>({
  load: ({ productId, sort, page }, options) =>
    call('GET', `/comment/filter/${encodeURIComponent(productId)}?sort=${sort}&page=${page}`, options),
  isPublic: true,
});

/** The previous page shows until the requested one arrives. */
export function useComments(request: CommentRequest) {
  return useRemote(comments, request, { keepsPrevious: true });
}

type NewComment = { product: ProductView; author: string; content: string };

/** Posts a comment on a product. It appears once approved, as the server's message says. @throws ApiError */
export async function addComment({ product, author, content }: NewComment): Promise<void> {
  const body = { author, content, productId: product._id, productTitle: product.title };
  const fallback = 'Add product comment failed. Please try again.';
  const { message } = await call<{ message: string }>('POST', '/comment', { body, fallback });
  showToast('success', message);
}

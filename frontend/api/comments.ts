import type { ProductView } from '#contract/catalogue/catalogue.ts';
import type { CommentReportInput } from '#contract/comments/comment-reports.input.ts';
import type { CommentPageView, CommentSort } from '#contract/comments/comments.ts';
import { m } from '#messages';
import { showToast } from '../browser/toasts.ts';
import { call } from './call.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** @param page counts from 1 */
export type CommentRequest = { productId: string; sort: CommentSort; page: number };

/** A page of the approved comments on a product. */
const comments = createRemote<CommentRequest, CommentPageView>({
  load: async ({ productId, sort, page }, options) => {
    const path = `/comment/filter/${encodeURIComponent(productId)}?sort=${sort}&page=${page}`;
    // All comments come only without a page.
    return (await call<'ProductComments'>('GET', path, options)) as CommentPageView;
  },
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
  const options = { body, task: m.reviews.addTask(), showsLoader: true };
  const { message } = await call<'Done'>('POST', '/comment', options);
  showToast('success', message);
}

/** Reports a comment to those who moderate. @throws ApiError */
export async function reportComment(commentId: string, body: CommentReportInput): Promise<void> {
  const path = `/comment/${encodeURIComponent(commentId)}/report`;
  const { message } = await call<'Done'>('POST', path, { body, task: m.reports.reportTask() });
  showToast('success', message);
}

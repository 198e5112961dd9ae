import { type CommentSort, commentSorts } from '#contract/comments/comments.ts';
import { PAGE_MAX } from '#contract/table.ts';

/** What the URL of a product says about its comments. */
export type ReviewAddress = {
  sort: CommentSort;
  /** Counts from 1. */
  page: number;
};

/** Invalid values fall back to their defaults. */
export function readReviewAddress(query: string): ReviewAddress {
  const given = new URLSearchParams(query);
  const page = Number(given.get('page'));
  return {
    sort: commentSorts.find((sort) => sort === given.get('sort')) ?? 'newest',
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
  };
}

/** The query without defaults; '' for the first page of the newest. */
export function reviewQuery({ sort, page }: ReviewAddress): string {
  const parameters = new URLSearchParams();
  if (sort !== 'newest') parameters.set('sort', sort);
  if (page !== 1) parameters.set('page', String(page));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

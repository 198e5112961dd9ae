export const COMMENT_MAX = 500;

export type CommentView = {
  _id: string;
  /** The username, or 'Guest'. */
  author: string;
  /** The author's rating of the product; null for guests and authors who haven't rated it. */
  rate: number | null;
  /** Whether the author's account has paid for the product, also if it was refunded later. */
  isBuyer: boolean;
  content: string;
  productId: string;
  productTitle: string;
  /** ISO 8601, UTC. */
  date: string;
  /** Whether it is approved and so visible on the product's page. */
  status: boolean;
};

export const COMMENTS_PER_PAGE = 10;

/** Newest first, or by the author's rating, then newest first. */
export const commentSorts = ['newest', 'best'] as const;
export type CommentSort = (typeof commentSorts)[number];

/** A page of the approved comments on a product. */
export type CommentPageView = {
  allComments: CommentView[];
  /** The number of comments on all pages. */
  total: number;
  /** Counts from 1. */
  page: number;
  pageCount: number;
};

export const commentColumns = ['product', 'author', 'comment', 'date', 'status'] as const;
export type CommentColumn = (typeof commentColumns)[number];

/** The filter of the dashboard's comments. */
export const commentStatuses = ['waiting', 'approved'] as const;
export type CommentStatus = (typeof commentStatuses)[number];

/** Maximum number of comments in one bulk action. */
export const BULK_COMMENTS_MAX = 100;
export const commentActions = ['approve', 'forbid', 'delete'] as const;
export type CommentAction = (typeof commentActions)[number];

export const COMMENT_MAX = 500;

export type CommentView = {
  _id: string;
  /** The username, or 'Guest'. */
  author: string;
  content: string;
  productId: string;
  productTitle: string;
  /** ISO 8601, UTC. */
  date: string;
  /** Whether it is approved and so visible on the product's page. */
  status: boolean;
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

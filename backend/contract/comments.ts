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
  /** Whether it is approved, and so shown on the product's page. */
  status: boolean;
};

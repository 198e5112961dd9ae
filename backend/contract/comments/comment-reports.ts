export const REPORT_REASON_MAX = 1000;

/** The outcome of a reported comment. */
export const reportDecisions = ['kept', 'removed'] as const;
export type ReportDecision = (typeof reportDecisions)[number];

export const commentReportColumns = ['date', 'status'] as const;
export type CommentReportColumn = (typeof commentReportColumns)[number];

/** The filter of the dashboard's reports. */
export const commentReportStatuses = ['open', 'decided'] as const;
export type CommentReportStatus = (typeof commentReportStatuses)[number];

/** A report of a comment. */
export type CommentReportView = {
  _id: string;
  commentId: string;
  /** The comment as it is now; null once it is deleted. */
  comment: { author: string; content: string; productId: string; approved: boolean } | null;
  /** The product's title at the time of the report. */
  productTitle: string;
  /** Why the comment should be removed. */
  reason: string;
  /** Whom to tell the decision; null if none was given, or it is forgotten. */
  email: string | null;
  /** ISO 8601, UTC. */
  date: string;
  /** Null while it is open, as are the next two. */
  decision: ReportDecision | null;
  decisionReason: string | null;
  /** ISO 8601, UTC. */
  decidedAt: string | null;
};

/** A report in the data of the account with its email. */
export type OwnReportView = Omit<CommentReportView, 'comment' | 'email'>;

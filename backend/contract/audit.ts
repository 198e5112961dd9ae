/** What the audit trail tells of: the thing, and what was done to it. */
export const auditActions = [
  'product.added',
  'product.edited',
  'product.deleted',
  'category.added',
  'category.edited',
  'category.deleted',
  'user.edited',
  'user.deleted',
  'comment.approved',
  'comment.forbidden',
  'comment.deleted',
  'order.refundRequested',
  'order.checked',
  'catalogue.imported',
  'mail.retried',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditSubjects = ['product', 'category', 'user', 'comment', 'order', 'catalogue', 'mail'] as const;
export type AuditSubject = (typeof auditSubjects)[number];

export const auditColumns = ['date'] as const;
export type AuditColumn = (typeof auditColumns)[number];

/** Each field that has changed, with its value before and after, as a person reads them. */
export type AuditChanges = Record<string, { from: unknown; to: unknown }>;

export type AuditEntryView = {
  _id: string;
  /** ISO 8601, UTC. */
  date: string;
  /** The admin's username, as it was. */
  actor: string;
  action: AuditAction;
  subjectId: string | null;
  /** What the thing was called then: it may be gone or renamed since. */
  subjectName: string;
  changes: AuditChanges;
};

/** The actions in the audit trail: a kind of subject and what an admin did to it. */
export const auditActions = [
  'product.added',
  'product.edited',
  'product.deleted',
  'category.added',
  'category.edited',
  'category.deleted',
  'company.added',
  'company.edited',
  'company.deleted',
  'attribute.added',
  'attribute.edited',
  'attribute.deleted',
  'term.edited',
  'feed.added',
  'feed.edited',
  'feed.deleted',
  'user.edited',
  'user.deleted',
  'user.secondFactorsRemoved',
  'comment.approved',
  'comment.forbidden',
  'comment.deleted',
  'comment.kept',
  'comment.removed',
  'order.refundRequested',
  'order.restocked',
  'order.checked',
  'order.shipped',
  'order.delivered',
  'order.collected',
  'order.mailResent',
  'order.returnApproved',
  'order.returnRejected',
  'order.returnReceived',
  'order.returnReplaced',
  'order.returnRepaired',
  'withdrawal.matched',
  'withdrawal.dismissed',
  'shippingMethod.added',
  'shippingMethod.edited',
  'shippingMethod.deleted',
  'tax.edited',
  'discount.added',
  'discount.edited',
  'discount.deleted',
  'webhook.added',
  'webhook.edited',
  'webhook.deleted',
  'webhook.secretRotated',
  'webhook.replayed',
  'settings.edited',
  'page.edited',
  'page.published',
  'duty.edited',
  'apiKey.added',
  'apiKey.deleted',
  'catalogue.imported',
  'mail.retried',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What actions are about. */
export type AuditSubject = AuditAction extends `${infer Subject}.${string}` ? Subject : never;
export const auditSubjects = [...new Set(auditActions.map((action) => action.split('.')[0] as AuditSubject))];

export const auditColumns = ['date'] as const;
export type AuditColumn = (typeof auditColumns)[number];

/** Each changed field with its values before and after, formatted for people. */
export type AuditChanges = Record<string, { from: unknown; to: unknown }>;

export type AuditEntryView = {
  _id: string;
  /** ISO 8601, UTC. */
  date: string;
  /** The admin's username at that time. */
  actor: string;
  /** The name of the API key by which a program did it in the admin's name. */
  key?: string;
  action: AuditAction;
  subjectId: string | null;
  /** The subject's name at that time; it may have been renamed or deleted since. */
  subjectName: string;
  changes: AuditChanges;
};

import { m } from '#messages';

/** The kinds of mail that the dashboard lists when sending fails, with their labels. */
export const mailNames = {
  orderConfirmation: m.unsentMails.kindOrderConfirmation,
  shipment: m.unsentMails.kindShipment,
  refund: m.unsentMails.kindRefund,
  cancellation: m.unsentMails.kindCancellation,
  return: m.unsentMails.kindReturn,
  returnOverdue: m.unsentMails.kindReturnOverdue,
  withdrawal: m.unsentMails.kindWithdrawal,
  dispute: m.unsentMails.kindDispute,
  refundFailure: m.unsentMails.kindRefundFailure,
  lowStock: m.unsentMails.kindLowStock,
  resend: m.unsentMails.kindResend,
  commentDecision: m.unsentMails.kindCommentDecision,
  reportDecision: m.unsentMails.kindReportDecision,
  passwordReset: m.unsentMails.kindPasswordReset,
  loginWarning: m.unsentMails.kindLoginWarning,
  secondFactors: m.unsentMails.kindSecondFactors,
  emailVerification: m.unsentMails.kindEmailVerification,
  passwordChange: m.unsentMails.kindPasswordChange,
  roleChange: m.unsentMails.kindRoleChange,
  webhookSwitchedOff: m.unsentMails.kindWebhookSwitchedOff,
} as const;
export type MailKind = keyof typeof mailNames;

/** The mails to an order's shopper, which admins can send again. */
export const orderMailKinds = [
  'orderConfirmation',
  'shipment',
  'refund',
  'cancellation',
  'return',
] as const satisfies MailKind[];
export type OrderMailKind = (typeof orderMailKinds)[number];

/** The mails to staff: each goes to everyone who may act on it. */
export const staffMailKinds = [
  'returnOverdue',
  'dispute',
  'refundFailure',
  'lowStock',
  'webhookSwitchedOff',
] as const satisfies MailKind[];
export type StaffMailKind = (typeof staffMailKinds)[number];

/** Seconds between two sendings of the same mail. */
export const RESEND_PAUSE = 60;

export const unsentMailColumns = ['date'] as const;
export type UnsentMailColumn = (typeof unsentMailColumns)[number];

/** A mail that the shop gave up on. */
export type UnsentMailView = {
  _id: string;
  mail: MailKind;
  /** Its order, if any. */
  orderNumber: number | null;
  /** The email address; null for mails to staff, or if the account is deleted or the mail is no longer needed. */
  to: string | null;
  /** When it should have been sent: ISO 8601, UTC. */
  date: string;
  /** The last error, in the mail server's words. */
  reason: string;
};

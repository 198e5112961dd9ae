import { m } from '#messages';

/** The kinds of mail that the dashboard lists when sending fails, with their labels. */
export const mailNames = {
  orderConfirmation: m.common.mailOrderConfirmation,
  shipment: m.common.mailShipment,
  refund: m.common.mailRefund,
  cancellation: m.common.mailCancellation,
  dispute: m.common.mailDispute,
  lowStock: m.common.mailLowStock,
  resend: m.common.mailResend,
  passwordReset: m.common.mailPasswordReset,
  loginWarning: m.common.mailLoginWarning,
  secondFactors: m.common.mailSecondFactors,
  emailVerification: m.common.mailEmailVerification,
  passwordChange: m.common.mailPasswordChange,
  roleChange: m.common.mailRoleChange,
} as const;
export type MailKind = keyof typeof mailNames;

/** The mails to an order's shopper, which admins can send again. */
export const orderMailKinds = ['orderConfirmation', 'shipment', 'refund', 'cancellation'] as const satisfies MailKind[];
export type OrderMailKind = (typeof orderMailKinds)[number];

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
  /** The email address; null if the account is deleted or the mail is no longer needed. */
  to: string | null;
  /** When it should have been sent: ISO 8601, UTC. */
  date: string;
  /** The last error, in the mail server's words. */
  reason: string;
};

import type { SwitchOffReason } from '#contract/integration/webhooks.ts';
import type { DisputeState } from '#contract/orders/orders.ts';
import type { ReturnState } from '#contract/orders/returns.ts';
import type { Role } from '#contract/users/users.ts';
import type { LanguageCode } from '#messages/languages.ts';

/** What has happened to a user's second factors. */
export type SecondFactorChange =
  | 'appAdded'
  | 'appRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesRenewed'
  | 'recoveryCodeUsed'
  | 'removedByAdmin';

/**
 * Every domain event with its payload: ids, never secrets. `emit` stores an event in the transaction of its change, and
 * a job in workers/jobs handles it at least once.
 */
export type EventMap = {
  /**
   * The picture's upload waits in private storage. `turn` counts the pictures of the same uploader that wait, with this
   * one: those of others, with a lower turn, come first. Older events have none.
   */
  'product.imageUploaded': { pictureId: string; turn?: number };
  /** The same. */
  'user.avatarUploaded': { pictureId: string; turn?: number };
  /** Its processing takes more time or memory than that of most pictures. */
  'picture.foundDemanding': { pictureId: string; ownerKind: 'product' | 'user'; turn?: number };
  /** The job creates the token, so that no payload contains it. */
  'user.passwordResetRequested': { requestId: string };
  /** Strangers guess at the password. Each warning has its own id, and no user if the email they guess at has none. */
  'user.loginAttacked': { userId: string; warningId: string };
  /** Each notice has its own id. */
  'user.secondFactorsChanged': { userId: string; change: SecondFactorChange; noticeId: string };
  /** The same for the link that verifies an email. Each request has its own id. */
  'user.verificationRequested': { userId: string; requestId: string };
  /** Each notice has its own id. */
  'user.passwordChanged': { userId: string; noticeId: string };
  /** An admin has given the user this role. */
  'user.roleChanged': { userId: string; noticeId: string; role: Role };
  'user.registered': { userId: string };
  'user.deleted': { userId: string };
  /** It awaits approval. */
  'comment.created': { commentId: string };
  /** An admin has decided on the report of this user's comment. */
  'comment.decided': { userId: string; reportId: string };
  /** An admin has decided on a report whose reporter left an email. */
  'commentReport.decided': { reportId: string };
  'product.rated': { productId: string };
  /** What one transaction changed, by an admin or an import. Sales, ratings and the like are no changes. */
  'product.changed': { change: 'created' | 'updated' | 'deleted'; productIds: string[] };
  'product.created': { categoryId: string };
  /** Emitted for the old and for the new category. */
  'product.moved': { categoryId: string };
  'product.deleted': { categoryId: string };
  /**
   * Products were repriced, unpublished or deleted: payments prepared at the old price must be canceled, and those made
   * since `endedAt` given back. Older events have no time.
   */
  'product.offerEnded': { productIds: string[]; endedAt?: string };
  'order.paid': { orderId: string };
  /**
   * `amount` was given back, and `total` with all earlier refunds, in minor units. `refundIds` are the shop's own refunds
   * in `amount`, and `documentIds` its credit notes. Older events have none of these. `failed` is the sum of the refunds that
   * have failed, if any has.
   */
  'order.refunded': {
    orderId: string;
    amount?: number;
    total?: number;
    refundIds?: string[];
    documentIds?: string[];
    failed?: number;
  };
  /**
   * Refunds failed after they were made: `amount` was not given back after all, and `total` with all that failed earlier, in
   * minor units. `refundIds` are the shop's own refunds in `amount`.
   */
  'order.refundFailed': { orderId: string; amount: number; total: number; refundIds: string[] };
  'order.shipped': { orderId: string; shipmentId: string };
  /** It was delivered or collected. */
  'order.delivered': { orderId: string };
  /**
   * `amount` was given back, in minor units; `documentIds` are its credit notes, which older events don't have. `isOutdated` if
   * it was paid after an item's offer had ended.
   */
  'order.canceled': { orderId: string; amount: number; isOutdated?: boolean; documentIds?: string[] };
  /** The shop has recorded refunds by itself, which the provider must carry out. */
  'order.refundRequested': { orderId: string };
  /** A refund that the shop has recorded was made or rejected. What waited for it continues. */
  'order.refundEnded': { orderId: string };
  /** An admin wants a mail to the shopper to be sent again. */
  'order.mailResendRequested': { orderId: string; resendId: string };
  /** A return has come to a state. */
  'return.changed': { orderId: string; returnId: string; state: ReturnState };
  /** The money of a withdrawal should have been given back. */
  'return.overdue': { orderId: string; returnId: string };
  /** Somebody has withdrawn from a contract. */
  'withdrawal.received': { withdrawalId: string };
  /** A shopper disputes the payment with their bank. */
  'order.disputed': { orderId: string };
  /** Each notice has its own id. */
  'stock.low': { productId: string; noticeId: string };
  /** An order was not paid in time: its payment must be canceled. */
  'order.expired': { orderId: string };
  /**
   * `eventId` is the payment provider's id, under which its event is stored. `dispute` is what an event about one says: its id
   * at the provider, null in older events, and its amount in minor units, null if it names none.
   */
  'payment.eventReceived': {
    eventId: string;
    dispute?: { id: string | null; state: DisputeState; amount: number | null };
  };
  /** The shop has switched an endpoint off. Each notice has its own id. */
  'webhook.switchedOff': { webhookId: string; noticeId: string; reason: SwitchOffReason };
  /** An endpoint that events were sent to. */
  'webhook.deleted': { webhookId: string };
  /** Sales are summed up by days of another time zone. */
  'settings.timeZoneChanged': Record<string, never>;
  /** A catalogue file waits in private storage under the import's id. */
  'catalogue.fileSent': { importId: string; language?: LanguageCode };
  /** The same. Older events; the previous release would also import what is only to be checked, and publish what it adds. */
  'catalogue.importRequested': { importId: string; language?: LanguageCode };
};

export type EventName = keyof EventMap;

/**
 * Every domain event, and what it carries: ids, never a secret. An event is written with `emit` in the transaction of
 * the change that it tells of, and handled at least once by a job in workers/jobs.
 */
export type EventMap = {
  /** The picture's upload waits in private storage. */
  'product.imageUploaded': { pictureId: string };
  /** The picture's upload waits in private storage. */
  'user.avatarUploaded': { pictureId: string };
  /** The token of the reset is made by who handles this, and is in no payload. */
  'user.passwordResetRequested': { requestId: string };
  'product.rated': { productId: string };
  'product.created': { categoryId: string };
  /** Told once for the category that was left and once for the one that was entered. */
  'product.moved': { categoryId: string };
  'product.deleted': { categoryId: string };
  /** Products have another price, or are gone: payments prepared at the old price must not be taken any more. */
  'product.offerEnded': { productIds: string[] };
  'order.paid': { orderId: string };
  'order.refunded': { orderId: string };
  /** `eventId` is the payment provider's; the event itself is stored under it. */
  'payment.eventReceived': { eventId: string };
  /** A catalogue file waits in private storage under the import's id. */
  'catalogue.importRequested': { importId: string };
};

export type EventName = keyof EventMap;

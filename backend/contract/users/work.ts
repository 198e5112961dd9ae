/** What waits for the people of the shop. Null is what the caller's role doesn't see. */
export type WorkView = {
  /** Paid orders with units to ship. */
  ordersToShip: number | null;
  /** Paid orders that wait to be collected in the store. */
  ordersToCollect: number | null;
  /** Comments that await approval. */
  commentsWaiting: number | null;
  /** Reports of comments that await a decision. */
  reportsOpen: number | null;
  /** Returns to decide on. */
  returnsRequested: number | null;
  /** Withdrawals whose goods are back and whose money is late. */
  returnsOverdue: number | null;
  /** Withdrawals that fit no order, or leave open what of it they mean. */
  withdrawalsWaiting: number | null;
  /** Mails that the shop gave up on. */
  unsentMails: number | null;
  /** What the law asks of the shop and it doesn't do yet. */
  dutiesOpen: number | null;
};

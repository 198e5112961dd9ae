/** How many connections to PostgreSQL a process uses at most, with the default sizes of the pools. */
export const CONNECTIONS = {
  api: {
    pool: 10,
    /** Holds the locks of calls with an idempotency key. */
    locks: 1,
    /** Count what is limited, without Redis. A count takes a fraction of a millisecond, so two are enough. */
    limits: 2,
  },
  worker: {
    /** For jobs and the relay. */
    pool: 6,
    /** Wait for notifications of events and of deliveries to webhooks. */
    listeners: 2,
    /** Hold locks: two mails, four schedules of payments, one of upkeep and an import may run at once. */
    locks: 8,
    /** One that listens for each queue, and five for all, without Redis. */
    queues: 16,
  },
};

/** How long the database may take, in milliseconds. No limit where it is absent. */
export type DatabaseTimeouts = {
  /** For a statement, with the locks that it waits for. */
  statement?: number;
  /** For a lock. */
  lock?: number;
  /**
   * Without a response to a statement, or without a statement in a transaction, after which a connection counts as lost:
   * a network may drop packets without an error. Longer than `statement`.
   */
  silence?: number;
};

/** By kind of work. Whatever exceeds a limit fails and is rolled back: a request with 503, a job until its retry. */
export const timeouts = {
  /** Someone waits for the response. */
  request: { statement: 10_000, lock: 5_000, silence: 30_000 },
  /** An admin waits, for many rows: see `inLongTransaction` in db.ts. */
  longRequest: { statement: 25_000, lock: 10_000 },
  job: { statement: 240_000, lock: 60_000, silence: 300_000 },
} satisfies Record<string, DatabaseTimeouts>;

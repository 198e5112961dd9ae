import { boolean, type InferType, number, object } from 'yup';

const milliseconds = number().integer().min(0).max(600_000).default(0);

/** Faults that tests can inject. */
const faultsSchema = object({
  webhooks: object({
    /** Don't send new events, ever. */
    drop: boolean().default(false),
    /** Additional deliveries per event. */
    duplicate: number().integer().min(0).max(20).default(0),
    /** Delay before the first delivery, in ms. */
    delay: milliseconds,
    /** Collect events briefly, then send the newest first. */
    reorder: boolean().default(false),
  })
    .noUnknown()
    .strict(true),
  api: object({
    /** Share of requests (0 to 1) that fail before they run. */
    status500Rate: number().min(0).max(1).default(0),
    /** Share of changes that fail and are stored as failed under their idempotency key. */
    rememberedFailureRate: number().min(0).max(1).default(0),
    /** Commit changes without responding; a retry with the same idempotency key gets the response. */
    timeoutAfterCommit: boolean().default(false),
    /** Delay before a request runs, in ms. */
    latency: milliseconds,
    /** Requests per second above which others are refused; 0 for no limit. */
    limit: number().integer().min(0).max(10_000).default(0),
  })
    .noUnknown()
    .strict(true),
})
  .noUnknown()
  .strict(true);

export type Faults = InferType<typeof faultsSchema>;

/** Holds the active faults, in memory only. */
export function createFaults() {
  let current: Faults = faultsSchema.getDefault();
  let lastSecond = { number: 0, requests: 0 };
  return {
    get current(): Faults {
      return current;
    },

    /** Replaces all faults. @throws ValidationError and keeps the old ones */
    set(given: unknown): void {
      current = faultsSchema.cast(faultsSchema.validateSync(given ?? {}));
    },

    /** Counts a request. @returns whether it exceeds the limit */
    isLimited(): boolean {
      const number = Math.floor(Date.now() / 1000);
      if (number !== lastSecond.number) lastSecond = { number, requests: 0 };
      lastSecond.requests += 1;
      return current.api.limit > 0 && lastSecond.requests > current.api.limit;
    },

    reset(): void {
      current = faultsSchema.getDefault();
    },
  };
}

export type FaultSwitch = ReturnType<typeof createFaults>;

import { boolean, type InferType, number, object } from 'yup';

const milliseconds = number().integer().min(0).max(600_000).default(0);

/** Faults to inject in tests. */
const faultsSchema = object({
  webhooks: object({
    /** New events are never sent unless they are resent. */
    drop: boolean().default(false),
    /** Number of additional deliveries of each event. */
    duplicate: number().integer().min(0).max(20).default(0),
    /** Milliseconds before the first attempt. */
    delay: milliseconds,
    /** Waits for more events, then sends the newest first. */
    reorder: boolean().default(false),
  })
    .noUnknown()
    .strict(true),
  api: object({
    /** Share of requests, 0 to 1, that fail before they change anything. */
    status500Rate: number().min(0).max(1).default(0),
    /** Share of requests with an idempotency key that fail halfway: the key replays the failure for a day. */
    rememberedFailureRate: number().min(0).max(1).default(0),
    /** Changes are committed but not answered; a retry with the same idempotency key gets the answer. */
    timeoutAfterCommit: boolean().default(false),
    /** Milliseconds before each request is handled. */
    latency: milliseconds,
  })
    .noUnknown()
    .strict(true),
})
  .noUnknown()
  .strict(true);

export type Faults = InferType<typeof faultsSchema>;

/** The active faults. They live in memory: a restart clears them. */
export function createFaults() {
  let current: Faults = faultsSchema.getDefault();
  return {
    get current(): Faults {
      return current;
    },

    /** Sets the faults; omitted ones are off. @throws ValidationError, without changing anything */
    set(given: unknown): void {
      current = faultsSchema.cast(faultsSchema.validateSync(given ?? {}));
    },

    reset(): void {
      current = faultsSchema.getDefault();
    },
  };
}

export type FaultSwitch = ReturnType<typeof createFaults>;

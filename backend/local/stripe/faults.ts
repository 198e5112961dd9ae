import { boolean, type InferType, number, object } from 'yup';

const milliseconds = number().integer().min(0).max(600_000).default(0);

/** What shall go wrong, for tests of a shop's failures. */
const faultsSchema = object({
  webhooks: object({
    /** Events that happen now are never sent; only a resend brings them. */
    drop: boolean().default(false),
    /** How many more times each event is sent. */
    duplicate: number().integer().min(0).max(20).default(0),
    /** Before the first attempt, in ms. */
    delay: milliseconds,
    /** Waits for company, then sends the newest first. */
    reorder: boolean().default(false),
  })
    .noUnknown()
    .strict(true),
  api: object({
    /** The share of requests, from 0 to 1, that fail before anything is done. */
    status500Rate: number().min(0).max(1).default(0),
    /** The share of changes under an idempotency key that fail while they are done: the key remembers it, for a day. */
    rememberedFailureRate: number().min(0).max(1).default(0),
    /** Changes are done, yet not answered; only who asks again with the same idempotency key gets the answer. */
    timeoutAfterCommit: boolean().default(false),
    /** Before anything is done, in ms. */
    latency: milliseconds,
  })
    .noUnknown()
    .strict(true),
})
  .noUnknown()
  .strict(true);

export type Faults = InferType<typeof faultsSchema>;

/** The faults in force. They are gone with the process: a restarted provider is a sound one. */
export function createFaults() {
  let current: Faults = faultsSchema.getDefault();
  return {
    get current(): Faults {
      return current;
    },

    /** Puts these in force; whatever is left out is sound. @throws yup's ValidationError, and changes nothing then */
    set(given: unknown): void {
      current = faultsSchema.cast(faultsSchema.validateSync(given ?? {}));
    },

    reset(): void {
      current = faultsSchema.getDefault();
    },
  };
}

export type FaultSwitch = ReturnType<typeof createFaults>;

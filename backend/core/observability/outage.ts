import type { Logger } from './log.ts';

/** Logs the start and the end of an outage once each, however many attempts fail in between. */
export type Outage = {
  failed(error: unknown): void;
  worked(): void;
};

export function watchOutage(log: Logger, what: string): Outage {
  let failing = false;
  return {
    failed(error) {
      if (!failing) log.warn({ err: error }, `${what}: failing`);
      failing = true;
    },
    worked() {
      if (failing) log.info(`${what}: recovered`);
      failing = false;
    },
  };
}

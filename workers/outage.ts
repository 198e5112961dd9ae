import type { Logger } from '../backend/core/log.ts';

/** Says once that something has begun to fail, and once that it works again, however often it is tried in between. */
type Outage = {
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
      if (failing) log.info(`${what}: works again`);
      failing = false;
    },
  };
}

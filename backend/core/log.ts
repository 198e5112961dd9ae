import { AsyncLocalStorage } from 'node:async_hooks';
import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const context = new AsyncLocalStorage<Record<string, string>>();

/** Runs `work` so that every log line written meanwhile carries `fields` (the request's or the job's id). */
export function withLogFields<T>(fields: Record<string, string>, work: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, work);
}

/** A log of one process: JSON lines on standard output. Bodies and headers never go in: they hold passwords and tokens. */
export function createLog(name: string, level: string): Logger {
  return pino({
    name,
    level,
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => context.getStore() ?? {},
    formatters: { level: (label) => ({ level: label }) },
  });
}

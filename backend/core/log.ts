import { AsyncLocalStorage } from 'node:async_hooks';
import { type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger } from 'pino';

const context = new AsyncLocalStorage<Record<string, string>>();

/** Runs `work` so that every log line written meanwhile carries `fields` (the request's or the job's id). */
export function withLogFields<T>(fields: Record<string, string>, work: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, work);
}

/** A log of one process: JSON lines on standard output. Bodies and headers never go in: they hold passwords and tokens. */
export function createLog(name: string, level: string): Logger {
  const options: LoggerOptions = {
    name,
    level,
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    // A copy: pino adds what the line has of its own.
    mixin: () => ({ ...context.getStore() }),
    formatters: { level: (label) => ({ level: label }) },
  };
  // Written at once: what is still to be written at the end of a process is tried for ever where nobody reads it any more.
  return pino(options, pino.destination({ dest: 1, sync: true }));
}

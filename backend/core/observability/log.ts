import { AsyncLocalStorage } from 'node:async_hooks';
import { trace } from '@opentelemetry/api';
import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';

export type { Logger } from 'pino';

const context = new AsyncLocalStorage<Record<string, string>>();

/** Runs `work` with `fields` (such as the request's id) in each of its log lines. */
export function withLogFields<T>(fields: Record<string, string>, work: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, work);
}

/** The id of the request that causes the current work; null outside of requests and their jobs. */
export function currentRequestId(): string | null {
  return context.getStore()?.requestId ?? null;
}

/** Characters that JSON doesn't escape, but that terminals obey or some readers take for the end of a line. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029]/g;

/** As in JSON (RFC 8259, 7). */
function escapeUnicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The log of a process: JSON lines on standard output. Never log bodies and headers: they contain passwords and tokens. */
export function createLog(name: string, level: string): Logger {
  const options: LoggerOptions = {
    name,
    level,
    base: { name },
    timestamp: pino.stdTimeFunctions.isoTime,
    // A copy, since pino adds the line's own fields to it.
    mixin: () => ({ ...context.getStore(), ...traceField() }),
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: { streamWrite: (line) => line.replace(UNSAFE, escapeUnicode) },
  };
  // Synchronous: if the output's reader stops reading, an asynchronous log retries forever and the process never exits.
  return pino(options, pino.destination({ dest: 1, sync: true }));
}

function traceField(): { traceId?: string } {
  const span = trace.getActiveSpan();
  return span ? { traceId: span.spanContext().traceId } : {};
}

/** The members of errors that name a cause, and hold no data. */
const TELLING = ['code', 'status', 'statusCode', 'responseCode', 'syscall', 'address', 'port', 'table', 'constraint'];

type DescribedError = { type: string; message: string; stack: string; aggregateErrors?: unknown[] };

/**
 * An error for the log: its message and stack with those of its causes, and what identifies the cause. Libraries attach more:
 * rows, bodies, requests with their headers, payments with their client secrets.
 */
function describeError(error: unknown): DescribedError | string {
  if (!(error instanceof Error)) return String(error);
  const { type, message, stack } = stdSerializers.err(error);
  const members = Object.entries(error).filter(([name]) => TELLING.includes(name));
  const errors = error instanceof AggregateError ? { aggregateErrors: error.errors.map(describeError) } : {};
  return { type, message, stack, ...Object.fromEntries(members), ...errors };
}

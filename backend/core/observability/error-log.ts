import { stdSerializers } from 'pino';

/** The members of errors that name a cause, and hold no data. */
const TELLING = ['code', 'status', 'statusCode', 'responseCode', 'syscall', 'address', 'port', 'table', 'constraint'];

type DescribedError = { type: string; message: string; stack: string; aggregateErrors?: unknown[] };

/**
 * An error for the log: its message and stack with those of its causes, and what identifies the cause. Libraries attach more:
 * rows, bodies, requests with their headers, payments with their client secrets.
 */
export function describeError(error: unknown): DescribedError | string {
  if (!(error instanceof Error)) return String(error);
  const { type, message, stack } = stdSerializers.err(error);
  const members = Object.entries(error).filter(([name]) => TELLING.includes(name));
  const errors = error instanceof AggregateError ? { aggregateErrors: error.errors.map(describeError) } : {};
  return { type, message, stack, ...Object.fromEntries(members), ...errors };
}

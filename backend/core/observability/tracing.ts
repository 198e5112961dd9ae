import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Logger } from './log.ts';

/** Its spans are recorded if traces have somewhere to go (opentelemetry.ts). */
export const tracer = trace.getTracer('webshop');

/** The trace context of current work, for what it causes elsewhere; null outside of traces. */
export function traceParent(active: Context = context.active()): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(active, carrier);
  return carrier.traceparent ?? null;
}

/** The context to continue a trace in. Null, and what isn't one, begins a trace. */
export function contextOf(traceparent: string | null): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}

/** Runs `work` in a span. An error ends the span as failed. */
export function traced<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
  parent: Context = context.active(),
): Promise<T> {
  return tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      // Not the message, which may contain values.
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Starts the traces of a process, unless `config` is null: without them, its spans cost nothing.
 * @returns what sends the spans that are left
 */
export async function startTracing(
  service: string,
  config: { share: number } | null,
  log: Logger,
): Promise<() => Promise<void>> {
  if (config === null) return async () => {};
  const { openTracing } = await import('./opentelemetry.ts');
  return openTracing({ service, ...config, log });
}

/**
 * The seam between the shop and its traces. Nothing here loads a library: without a tracer, work just runs
 * (opentelemetry.ts is the tracer, and is loaded only if traces have somewhere to go).
 */

export type Attributes = Record<string, string | number | boolean>;

export type SpanOptions = {
  name: string;
  kind?: 'server' | 'client' | 'producer' | 'consumer';
  /** The trace context to continue instead of the current span; null begins a trace. */
  parent?: string | null;
  attributes?: Attributes;
};

export type Span = {
  /** For what it causes elsewhere, as a `traceparent`: https://www.w3.org/TR/trace-context/#traceparent-header */
  context: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks it as failed, unless it ends with an error anyway. */
  fail(): void;
  end(error?: unknown): void;
};

export type Tracer = {
  start(options: SpanOptions): Span;
  /** Runs `work` with `span` as the current one. */
  within<T>(span: Span, work: () => T): T;
  current(): { traceId: string; context: string } | null;
  /** Sends what is left. */
  close(): Promise<void>;
};

let tracer: Tracer | null = null;

/** Traces this process from now on. */
export function setTracer(value: Tracer): void {
  tracer = value;
}

/** Sends the spans that are left. */
export async function stopTracing(): Promise<void> {
  await tracer?.close();
  tracer = null;
}

export function isTracing(): boolean {
  return tracer !== null;
}

/** The current span's trace; null outside of traces. */
export function currentTrace(): { traceId: string; context: string } | null {
  return tracer?.current() ?? null;
}

/** Starts a span that isn't the current one of any work; its caller ends it. */
export function startSpan(options: SpanOptions): Span | null {
  return tracer?.start(options) ?? null;
}

/** Runs `work` in a span. An error ends the span as failed. */
export async function traced<T>(options: SpanOptions, work: (span: Span | null) => Promise<T>): Promise<T> {
  if (tracer === null) return work(null);
  const span = tracer.start(options);
  try {
    const result = await tracer.within(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

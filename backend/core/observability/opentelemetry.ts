import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from './log.ts';
import type { Span, SpanOptions, Tracer } from './tracing.ts';

type Options = {
  /** Unless OTEL_SERVICE_NAME names it. */
  service: string;
  /** The share of new traces to record. */
  share: number;
  log: Logger;
};

/** Milliseconds to send the last spans; less than the time to stop, also if the collector doesn't respond. */
const CLOSE_TIMEOUT = 2000;
/** Characters of a value, such as a statement. */
const VALUE_MAX = 2000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/**
 * Sends spans to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names. The shop makes its spans itself, at its own seams:
 * the instrumentation packages replace modules as they load, which for ES modules takes a loader hook before the program
 * starts, and would also trace what no request or job causes, such as the polling of queues.
 */
export function openTracer({ service, share, log }: Options): Tracer {
  const report = (error: unknown) => log.warn({ err: error }, 'could not send traces');
  setGlobalErrorHandler(report);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }).merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: VALUE_MAX },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('webshop');
  const active = new AsyncLocalStorage<Context>();
  const contexts = new WeakMap<Span, Context>();

  function start({ name, kind, parent, attributes }: SpanOptions): Span {
    const context = parent === undefined ? (active.getStore() ?? ROOT_CONTEXT) : remoteContext(parent);
    const options = { ...(kind && { kind: kinds[kind] }), ...(attributes && { attributes }) };
    const span = tracer.startSpan(name, options, context);
    const fail = () => span.setStatus({ code: SpanStatusCode.ERROR });
    const started: Span = {
      context: traceparent(span.spanContext()),
      rename: (name) => span.updateName(name),
      set: (attributes) => span.setAttributes(attributes),
      fail,
      end(error) {
        if (error !== undefined) {
          fail();
          // Not the message, which may contain values.
          span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
        }
        span.end();
      },
    };
    contexts.set(started, trace.setSpan(context, span));
    return started;
  }

  return {
    start,
    within: (span, work) => active.run(contexts.get(span) ?? ROOT_CONTEXT, work),
    current() {
      const context = trace.getSpanContext(active.getStore() ?? ROOT_CONTEXT);
      return context === undefined ? null : { traceId: context.traceId, context: traceparent(context) };
    },
    async close() {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_TIMEOUT).unref());
      await Promise.race([provider.shutdown().catch(report), timeout]);
    },
  };
}

/** An invalid context begins a trace. */
function remoteContext(parent: string | null): Context {
  const remote = parent === null ? null : parseTraceParent(parent);
  return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
}

function traceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

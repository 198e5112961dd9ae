import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from './log.ts';

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

/**
 * Sends spans to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names. The shop makes its spans itself, at its own seams:
 * the instrumentation packages replace modules as they load, which for ES modules takes a loader hook before the program
 * starts, and would also trace what no request or job causes, such as the polling of queues.
 * @returns what sends the spans that are left
 */
export function openTracing({ service, share, log }: Options): () => Promise<void> {
  const report = (error: unknown) => log.warn({ err: error }, 'could not send traces');
  setGlobalErrorHandler(report);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }).merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: VALUE_MAX },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return async () => {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_TIMEOUT).unref());
    await Promise.race([provider.shutdown().catch(report), timeout]);
  };
}

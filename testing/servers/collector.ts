import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { closeServer, listen } from '../../backend/core/http/listen.ts';

export type CollectedSpan = {
  service: string;
  name: string;
  /** 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  traceId: string;
  spanId: string;
  /** '' for the first span of a trace. */
  parentSpanId: string;
  attributes: Record<string, string>;
};

type Attribute = { key: string; value: Record<string, unknown> };
type ReceivedSpan = Omit<CollectedSpan, 'service' | 'attributes'> & { attributes: Attribute[] };
/** https://opentelemetry.io/docs/specs/otlp/#otlphttp-request */
type ExportRequest = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[];
};

export type Collector = { url: string; spans: CollectedSpan[]; close(): Promise<void> };

/** Starts a stand-in for an OpenTelemetry collector that keeps the spans it receives. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') spans.push(...spansOf((await json(request)) as ExportRequest));
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  const port = await listen(server, 0, '127.0.0.1', 'the collector');
  return { url: `http://127.0.0.1:${port}`, spans, close: () => closeServer(server) };
}

function spansOf({ resourceSpans }: ExportRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = valuesOf(resource.attributes)['service.name'] ?? '';
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service,
        parentSpanId: span.parentSpanId ?? '',
        attributes: valuesOf(span.attributes),
      })),
    );
  });
}

function valuesOf(attributes: Attribute[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
}

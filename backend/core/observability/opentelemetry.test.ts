import { createServer, type RequestListener } from 'node:http';
import { trace } from '@opentelemetry/api';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closeServer, listen } from '../http/listen.ts';
import { openTracing } from './opentelemetry.ts';

test.each<[string, RequestListener]>([
  ['rejects spans', (_request, response) => response.writeHead(400).end()],
  ['never responds', () => {}],
])('a collector that %s keeps no process from stopping', async (_, respond) => {
  const server = createServer(respond);
  const port = await listen(server, 0, '127.0.0.1', 'the collector');
  onTestFinished(() => {
    trace.disable();
    vi.unstubAllEnvs();
    server.closeAllConnections();
    return closeServer(server);
  });
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
  const stopTracing = openTracing({ service: 'test', share: 1, log: pino({ level: 'silent' }) });
  trace.getTracer('test').startSpan('a span').end();
  const start = performance.now();
  await stopTracing();
  // The exporter itself gives up after 10 seconds.
  expect(performance.now() - start).toBeLessThan(9000);
});

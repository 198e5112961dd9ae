import { createServer, type RequestListener } from 'node:http';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closeServer, listen } from '../http/listen.ts';
import { openTracer } from './opentelemetry.ts';

test.each<[string, RequestListener]>([
  ['rejects spans', (_request, response) => response.writeHead(400).end()],
  ['never responds', () => {}],
])('a collector that %s keeps no process from stopping', async (_, respond) => {
  const server = createServer(respond);
  const port = await listen(server, 0, '127.0.0.1', 'the collector');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    return closeServer(server);
  });
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
  const tracer = openTracer({ service: 'test', share: 1, log: pino({ level: 'silent' }) });
  tracer.start({ name: 'a span', parent: null }).end();
  const start = performance.now();
  await tracer.close();
  expect(performance.now() - start).toBeLessThan(3000);
});

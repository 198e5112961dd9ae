import { createServer } from 'node:http';
import type { Config } from '../../config.ts';
import { closeServer, listen, reachableHost } from '../../core/http/listen.ts';
import { REALM } from '../../core/http/operator-login.ts';
import { StartError } from '../../core/process/start.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Milliseconds. */
const TIMEOUT = 3000;

export function checkPorts({ port, operationsPort, metricsPort, host }: Config): Promise<Finding[]> {
  const ports = [
    ['PORT', port],
    ['OPERATIONS_PORT', operationsPort],
    ...(metricsPort === null ? [] : [['METRICS_PORT', metricsPort] as const]),
  ] as const;
  return Promise.all(ports.map(([variable, number]) => checkPort(variable, number, host)));
}

async function checkPort(variable: string, port: number, host: string): Promise<Finding> {
  const server = createServer();
  try {
    await listen(server, port, host, variable);
    await closeServer(server);
    return ok(`Port ${port} (${variable}) is free`);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    if (await isServedByShop(port, host)) return ok(`Port ${port} (${variable}) is served by a shop`);
    return problem(error.message);
  }
}

async function isServedByShop(port: number, host: string): Promise<boolean> {
  const url = `http://${reachableHost(host)}:${port}`;
  const ask = (path: string) => fetch(url + path, { signal: AbortSignal.timeout(TIMEOUT) }).catch(() => null);
  const [health, metrics] = await Promise.all([ask('/health/live'), ask('/metrics')]);
  // The port of the API's metrics has no health.
  if (metrics?.headers.get('WWW-Authenticate')?.includes(REALM)) return true;
  return health !== null && (await health.text()).includes('"status":"success"');
}

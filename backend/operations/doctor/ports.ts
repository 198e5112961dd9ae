import { createServer } from 'node:http';
import type { Config } from '../../config.ts';
import { closeServer, listen, reachableHost } from '../../core/listen.ts';
import { StartError } from '../../core/start.ts';
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

/** What a shop answers: the last of its ports has nothing but metrics. */
const SIGNS = [
  ['/health/live', '"status":"success"'],
  ['/metrics', 'webshop_'],
] as const;

async function isServedByShop(port: number, host: string): Promise<boolean> {
  const answers = await Promise.all(
    SIGNS.map(async ([path, sign]) => {
      const url = `http://${reachableHost(host)}:${port}${path}`;
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) }).catch(() => null);
      return response !== null && (await response.text()).includes(sign);
    }),
  );
  return answers.includes(true);
}

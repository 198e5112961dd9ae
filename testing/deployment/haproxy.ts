import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { follow, kill, untilUp } from '../processes/process.ts';

export const isHaproxyInstalled = spawnSync('haproxy', ['-v']).status === 0;

type Options = {
  /** Where it listens on 127.0.0.1. */
  port: number;
  /** The ports of the APIs, which may be down. */
  apiPorts: readonly number[];
};

/**
 * Starts HAProxy in front of APIs. It checks their readiness five times a second, keeps connections alive on both sides, and
 * repeats a request on another API only if it could not connect.
 */
export async function startHaproxy(options: Options): Promise<{ close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'webshop-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration(options));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  await untilUp('haproxy', follow(child), () => isAnswering(options.port));
  return {
    async close() {
      await kill(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** http://docs.haproxy.org/2.6/configuration.html */
function configuration({ port, apiPorts }: Options): string {
  const servers = apiPorts.map((apiPort, index) => `  server api${index + 1} 127.0.0.1:${apiPort}`);
  return `
defaults
  mode http
  timeout connect 2s
  timeout client 1m
  timeout server 1m
  timeout check 2s
  option redispatch 1
  http-reuse always
frontend shop
  bind 127.0.0.1:${port}
  default_backend apis
backend apis
  option httpchk GET /health/ready
  default-server check inter 200ms fall 1 rise 1
${servers.join('\n')}
`;
}

/** Any response will do: without an API, it is a 503. */
function isAnswering(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/live`).then(
    () => true,
    () => false,
  );
}

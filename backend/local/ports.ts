import { randomInt } from 'node:crypto';
import { createServer, isIPv6 } from 'node:net';

export const LOOPBACK = '127.0.0.1';
const HIGHEST_PORT = 65_535;

/**
 * Ports that no system hands out by itself (Linux begins at 32768, others at 49152, as RFC 6335 has it): until the one that
 * was found free is used, no connection that just opens somewhere takes it.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const TRIES = 100;

/** A port of 127.0.0.1 that nobody listens on just now, chosen by chance. @throws if there is none */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port between ${FIRST_PORT} and ${LAST_PORT} is free`);
}

/** Whether one can listen on the port of this address just now. */
export function isFree(port: number, host = LOOPBACK): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/**
 * `wanted` of 127.0.0.1, or another port if it is taken, is none, or is one of `promised`, on which somebody will listen
 * soon.
 */
export async function preferredPort(wanted: number, promised: number[]): Promise<number> {
  let port = wanted;
  while (port > HIGHEST_PORT || promised.includes(port) || !(await isFree(port))) port = await freePort();
  return port;
}

/** How this machine calls what listens on an address, as it is written in a URL. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return LOOPBACK;
  return isIPv6(host) ? `[${host}]` : host;
}

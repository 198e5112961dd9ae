import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

export const LOOPBACK = '127.0.0.1';
const HIGHEST_PORT = 65_535;

/** Below every system's ephemeral range (32768 on Linux), so that no outgoing connection takes a port found free. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const TRIES = 100;

/** A random free port of 127.0.0.1. @throws if there is none */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port between ${FIRST_PORT} and ${LAST_PORT} is free`);
}

/** Whether the port is free on this address. */
export function isFree(port: number, host = LOOPBACK): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** Returns `wanted` if that port of 127.0.0.1 is free and not in `reserved`, else another free one. */
export async function preferredPort(wanted: number, reserved: number[]): Promise<number> {
  let port = wanted;
  while (port > HIGHEST_PORT || reserved.includes(port) || !(await isFree(port))) port = await freePort();
  return port;
}

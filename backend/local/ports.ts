import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

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

/** Whether nobody listens on the port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

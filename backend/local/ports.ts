import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const LOOPBACK = '127.0.0.1';
const HIGHEST_PORT = 65_535;

/** Below every system's ephemeral range (32768 on Linux), so that no outgoing connection takes a port found free. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const TRIES = 100;

/** Distance between the ports it gives: a shop prefers the ports after its own for what it starts beside itself (up.ts). */
const STEP = 5;

/** Milliseconds that a port stays with the process that found it: enough for the slowest server to open it. */
const RESERVATION = 300_000;

/** A random free port of 127.0.0.1 that no process of this user has been given recently. @throws if there is none */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = STEP * randomInt(FIRST_PORT / STEP, LAST_PORT / STEP);
    if (reserve(port) && (await isFree(port))) return port;
  }
  throw new Error(`No port between ${FIRST_PORT} and ${LAST_PORT} is free`);
}

/** Reserves a port by a file that all processes see. @returns false if it is reserved already */
function reserve(port: number): boolean {
  const folder = join(tmpdir(), `webshop-ports-${process.getuid?.() ?? 'all'}`);
  const file = join(folder, String(port));
  mkdirSync(folder, { recursive: true });
  const reservedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - reservedAt < RESERVATION) return false;
  rmSync(file, { force: true });
  try {
    writeFileSync(file, '', { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  return true;
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

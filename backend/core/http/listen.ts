import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, isIPv6, type Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StartError } from '../process/start.ts';
import { UPLOAD_MAX } from './bodies.ts';

/** Milliseconds to receive the headers of a request, and between two searches for requests that take too long. */
const HEADERS_MAX = 30_000;
const CHECK_INTERVAL = 5_000;

/** Milliseconds to receive a request: longer than any limit of bodies.ts, which respond with an error. */
const REQUEST_MAX = UPLOAD_MAX + 60_000;

/** Idle milliseconds between requests: longer than those of proxies (usually 60 s), so that they never use a closed one. */
const KEEP_ALIVE = 75_000;

/**
 * Milliseconds of a request in which nothing is sent and nothing received: longer than any response takes to begin. A
 * client that stops reading would keep its connection, and what it doesn't read, indefinitely.
 */
const SILENCE_MAX = 120_000;

/** A server for clients that may be slow or hostile: each connection ends in bounded time. Doesn't listen. */
export function createPublicServer(serve: RequestListener, silence = SILENCE_MAX): HttpServer {
  const server = createServer(
    {
      headersTimeout: HEADERS_MAX,
      requestTimeout: REQUEST_MAX,
      connectionsCheckingInterval: CHECK_INTERVAL,
      keepAliveTimeout: KEEP_ALIVE,
    },
    serve,
  );
  return server.setTimeout(silence);
}

/** System errors of an address that can't be used, with a message that says what to do. */
const obstacles: Record<string, (port: number, host: string, variable: string) => string> = {
  EADDRINUSE: (port, _host, variable) => `Port ${port} is taken: set ${variable} to another`,
  EACCES: (port, _host, variable) => `Port ${port} requires elevated privileges: set ${variable} to another`,
  EADDRNOTAVAIL: (_port, host) => `HOST is ${host}, which is not an address of this machine`,
  ENOTFOUND: (_port, host) => `HOST is ${host}, which is not an address`,
  EAI_AGAIN: (_port, host) => `HOST is ${host}, which is not an address`,
};

/** Listens and returns the port, for 0 a free one. @throws StartError if the address can't be used */
export function listen(server: Server, port: number, host: string, variable: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = obstacles[error.code ?? '']?.(port, host, variable);
      reject(sentence === undefined ? error : new StartError(sentence, { cause: error }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Turns of the event loop: in the first it accepts the connections that wait, in the next it reads their requests. */
const TURNS_TO_READ = 3;

/**
 * Stops accepting connections, closes idle ones, and waits for running requests. A connection whose request has arrived,
 * but isn't read yet, would count as idle.
 */
export async function closeServer(server: HttpServer): Promise<void> {
  for (let turn = 0; turn < TURNS_TO_READ; turn += 1) await nextTurn();
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeIdleConnections();
  });
}

/** The host name for URLs that reach a listening address from this machine. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}

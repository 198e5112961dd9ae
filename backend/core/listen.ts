import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { StartError } from './start.ts';

/** Listens, and answers the port (the system's choice for 0). @throws StartError if the port is taken */
export function listen(server: Server, port: number, host: string, variable: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new StartError(`Port ${port} is taken: set ${variable} to another`, { cause: error }) : error);
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Takes no new connections, waits for the requests that run, and lets go of those that only idle. */
export function closeServer(server: HttpServer): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeIdleConnections();
  });
}

import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { StartError } from './start.ts';

/** What the system says of an address that can't be listened at, and what is to be done about it. */
const obstacles: Record<string, (port: number, host: string, variable: string) => string> = {
  EADDRINUSE: (port, _host, variable) => `Port ${port} is taken: set ${variable} to another`,
  EACCES: (port, _host, variable) => `Port ${port} is for administrators alone: set ${variable} to another`,
  EADDRNOTAVAIL: (_port, host) => `HOST is ${host}, which is no address of this machine`,
  ENOTFOUND: (_port, host) => `HOST is ${host}, which is no address`,
  EAI_AGAIN: (_port, host) => `HOST is ${host}, which is no address`,
};

/** Listens, and answers the port (the system's choice for 0). @throws StartError if that can't be, as for a taken port */
export function listen(server: Server, port: number, host: string, variable: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = obstacles[error.code ?? '']?.(port, host, variable);
      reject(sentence === undefined ? error : new StartError(sentence, { cause: error }));
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

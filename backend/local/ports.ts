import { createServer } from 'node:net';

/** A port of 127.0.0.1 that nobody listens on just now. */
export function freePort(): Promise<number> {
  return listenOnce(0);
}

/** Whether nobody listens on the port. */
export async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch {
    return false;
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

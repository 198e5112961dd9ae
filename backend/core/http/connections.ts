import type { Server, Socket } from 'node:net';
import { rateLimitKey } from '../limits/rate-limit.ts';
import { connectionsRefused } from '../observability/metrics.ts';

/** Connections of one address. A browser opens six, and an office or a mobile network may share an address. */
const MOST = 256;

/**
 * Closes connections of an address that has too many, so that one client can't use up memory and descriptors.
 * @param isExempt whether an address stands for many clients
 */
export function limitConnections(server: Server, isExempt: (address: string) => boolean, most = MOST): void {
  const open = new Map<string, number>();

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Without an address, it has already been closed.
    if (remoteAddress === undefined || isExempt(remoteAddress)) return;
    const key = rateLimitKey(remoteAddress);
    const others = open.get(key) ?? 0;
    if (others >= most) {
      connectionsRefused.inc();
      socket.destroy();
      return;
    }
    open.set(key, others + 1);
    socket.once('close', () => {
      const left = (open.get(key) ?? 0) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}

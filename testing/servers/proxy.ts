import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../backend/core/http/listen.ts';

/** A TCP proxy between a shop process and a service, which a test can cut, slow down and freeze. */
export type NetworkProxy = {
  port: number;
  /** Resets all connections, and refuses new ones. */
  cut(): void;
  /** Holds all data in both directions. Connections stay open, and new ones are accepted. */
  freeze(): void;
  /** Delays every chunk by this many milliseconds. */
  slow(milliseconds: number): void;
  /** Ends all faults. */
  restore(): void;
  close(): Promise<void>;
};

export type NetworkProxyOptions = {
  /** Ports on 127.0.0.1, tried in order for each connection. */
  targets(): readonly number[];
  /** Sees every chunk before it is forwarded; returning `false` closes the connection instead. */
  inspect?(chunk: Buffer, direction: Direction, connection: object): boolean;
};

type Direction = 'upstream' | 'downstream';
type Network = { isCut: boolean; delay: number; thaw: PromiseWithResolvers<void> | null };

export async function startProxy({ targets, inspect = () => true }: NetworkProxyOptions): Promise<NetworkProxy> {
  const network: Network = { isCut: false, delay: 0, thaw: null };
  const sockets = new Set<Socket>();

  function track(socket: Socket): Socket {
    sockets.add(socket);
    // An error also ends the other half of the connection: see `pipe`.
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    return socket.setNoDelay(true);
  }

  async function forward(client: Socket): Promise<void> {
    const target = await connectToFirst(targets());
    if (target === null || network.isCut || client.destroyed) {
      target?.destroy();
      client.resetAndDestroy();
      return;
    }
    track(target);
    const connection = {};
    const end = () => {
      client.destroy();
      target.destroy();
    };
    const pipe = async (from: Socket, to: Socket, direction: Direction) => {
      for await (const chunk of from) {
        if (network.delay > 0) await pause(network.delay);
        await network.thaw?.promise;
        if (network.isCut || !inspect(chunk, direction, connection)) return end();
        if (!to.write(chunk)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
      }
      to.end();
    };
    await Promise.all([pipe(client, target, 'upstream'), pipe(target, client, 'downstream')]).catch(end);
  }

  const server: Server = createServer({ allowHalfOpen: true }, (client) => {
    track(client);
    if (network.isCut) client.resetAndDestroy();
    else void forward(client);
  });
  const port = await listen(server, 0, '127.0.0.1', 'proxy');

  const restore = () => {
    network.isCut = false;
    network.delay = 0;
    network.thaw?.resolve();
    network.thaw = null;
  };
  const cut = () => {
    network.isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port,
    cut,
    freeze() {
      network.thaw ??= Promise.withResolvers<void>();
    },
    slow(milliseconds) {
      network.delay = milliseconds;
    },
    restore,
    async close() {
      restore();
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}

async function connectToFirst(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      socket.destroy();
    }
  }
  return null;
}

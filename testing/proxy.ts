import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../backend/core/listen.ts';

/** A stretch of network between a shop process and what it talks to, that a test can cut, slow down and freeze. */
export type NetworkProxy = {
  port: number;
  /** Ends all connections, and refuses new ones. */
  cut(): void;
  /** Moves no byte either way, and ends nothing: what is sent waits. New connections are taken. */
  freeze(): void;
  /** Lets every piece wait for this many milliseconds. */
  slow(milliseconds: number): void;
  /** A sound network again. */
  restore(): void;
  close(): Promise<void>;
};

export type NetworkProxyOptions = {
  /** Ports of 127.0.0.1 to connect to: the first that takes the connection is used. Asked for each connection. */
  targets(): readonly number[];
  /** Sees every piece before it goes on; `false` ends the connection instead. */
  inspect?(piece: Buffer, direction: 'there' | 'back', connection: object): boolean;
};

type Network = { isCut: boolean; delay: number; thaw: PromiseWithResolvers<void> | null };

export async function startProxy({ targets, inspect = () => true }: NetworkProxyOptions): Promise<NetworkProxy> {
  const network: Network = { isCut: false, delay: 0, thaw: null };
  const sockets = new Set<Socket>();

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    // What ends a connection also ends its other half (see carry).
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    return socket.setNoDelay(true);
  }

  async function pass(client: Socket): Promise<void> {
    const target = await connectToFirst(targets());
    if (target === null || network.isCut || client.destroyed) {
      target?.destroy();
      client.resetAndDestroy();
      return;
    }
    keep(target);
    const connection = {};
    const end = () => {
      client.destroy();
      target.destroy();
    };
    const carry = async (from: Socket, to: Socket, direction: 'there' | 'back') => {
      for await (const piece of from) {
        if (network.delay > 0) await pause(network.delay);
        await network.thaw?.promise;
        if (network.isCut || !inspect(piece, direction, connection)) return end();
        if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
      }
      to.end();
    };
    await Promise.all([carry(client, target, 'there'), carry(target, client, 'back')]).catch(end);
  }

  const server: Server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    if (network.isCut) client.resetAndDestroy();
    else void pass(client);
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

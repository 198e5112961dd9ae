import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Whether this machine has a redis-server to test with. */
export const isRedisInstalled = spawnSync('redis-server', ['--version']).status === 0;

export type TestRedis = {
  url: string;
  /** Ends it as a crash does. Its data is there after the next `start`, but for the last second's. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Lets it answer nothing more, and end no connection. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
};

/** Starts a redis-server of its own on `port`, with its data in `folder`, or a temporary one if none is given. */
export async function startRedis(port: number, folder?: string): Promise<TestRedis> {
  const dir = folder ?? (await mkdtemp(join(tmpdir(), 'webshop-test-redis-')));
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    const settings = { port, bind: '127.0.0.1', dir, save: '', appendonly: 'yes' };
    const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
    server = child;
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('Ready to accept connections')) break;
    }
    if (child.exitCode !== null) throw new Error('redis-server did not start');
    child.stdout.resume();
  }

  async function kill(): Promise<void> {
    if (server === null || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    server = null;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async remove() {
      await kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

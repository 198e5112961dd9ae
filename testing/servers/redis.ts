import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { kill } from '../processes/process.ts';

export const isRedisInstalled = spawnSync('redis-server', ['--version']).status === 0;

export type TestRedis = {
  url: string;
  /** Sends SIGKILL. The next `start` recovers all data but the last second's. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops it from responding, with all connections open. */
  freeze(): void;
  thaw(): void;
  /** Kills it and removes its data. */
  remove(): Promise<void>;
};

/** Starts a redis-server on `port`, with its data in `folder`, or in a temporary one, and these additional settings. */
export async function startRedis(port: number, folder?: string, own: Record<string, number> = {}): Promise<TestRedis> {
  const dir = folder ?? (await mkdtemp(join(tmpdir(), 'webshop-test-redis-')));
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    const settings = { port, bind: '127.0.0.1', dir, save: '', appendonly: 'yes', ...own };
    const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
    server = child;
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('Ready to accept connections')) break;
    }
    if (child.exitCode !== null) throw new Error('redis-server did not start');
    child.stdout.resume();
  }

  const killServer = () => (server === null ? Promise.resolve() : kill(server));

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: killServer,
    start,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async remove() {
      await killServer();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

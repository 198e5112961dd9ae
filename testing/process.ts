import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectFolder } from '../backend/config.ts';
import { waitFor } from './wait.ts';

export type ShopProcess = {
  /** Sends SIGKILL, and waits until it has exited. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns its exit code */
  stop(): Promise<number | null>;
  /** Resolves to its exit code, or null if a signal ended it. */
  ended: Promise<number | null>;
  /** Everything it has printed so far. */
  output(): string;
};

/** What the shop's programs inherit in tests. */
export const inherited = {
  PATH: process.env.PATH ?? '',
  // Halves the work of loading a program's modules.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
};

/** Milliseconds. */
const START_DEADLINE = 120_000;

/**
 * Starts one of the shop's programs with only these variables, and waits until it is ready on `port`, or only `live`,
 * which it is even while the services it needs are down.
 * @throws Error with its output if it exits early or takes too long
 */
export async function startProcess(
  script: string,
  port: number,
  environment: Record<string, string>,
  state: 'ready' | 'live' = 'ready',
): Promise<ShopProcess> {
  const child = spawn(process.execPath, [join(projectFolder, script)], {
    env: { ...inherited, LOG_LEVEL: 'warn', ...environment },
    // The shop's process exits when the IPC channel closes, even if this process is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.channel?.unref();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const signal = async (name: NodeJS.Signals) => {
    child.kill(name);
    return ended;
  };
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const isUp = async () => {
    if (hasEnded || (await isHealthy(port, state))) return true;
    throw new Error(output);
  };
  try {
    await waitFor(`${script} to be ${state}`, isUp, START_DEADLINE);
  } catch (error) {
    await signal('SIGKILL');
    throw error;
  }
  if (hasEnded) throw new Error(`${script} exited: ${output}`);
  return {
    kill: async () => void (await signal('SIGKILL')),
    stop: () => signal('SIGTERM'),
    ended,
    output: () => output,
  };
}

async function isHealthy(port: number, state: string): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health/${state}`, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

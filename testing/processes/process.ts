import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { projectFolder } from '../../backend/config.ts';
import { waitFor } from '../wait.ts';

export type ShopProcess = {
  pid: number;
  /** Sends SIGKILL, and waits until it has exited. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns its exit code */
  stop(): Promise<number | null>;
  /** Stops it from running, as on a machine that is overloaded, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Resolves to its exit code, or null if a signal ended it. */
  ended: Promise<number | null>;
  /** Everything it has printed so far. */
  output(): string;
};

/** The variables that the shop's programs inherit in tests. */
export const inherited = {
  PATH: process.env.PATH ?? '',
  // Halves the work of loading a program's modules.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
};

export type Run = {
  child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Resolves to its exit code, or null if a signal ended it. */
  ended: Promise<number | null>;
  hasEnded(): boolean;
};

/** Sends SIGKILL, and waits until the process has ended. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Collects the output of a child process until it ends. */
export function follow(child: ChildProcess): Run {
  let output = '';
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      hasEnded = true;
      resolve(code);
    });
  });
  return { child, output: () => output, ended, hasEnded: () => hasEnded };
}

/** Milliseconds: only for a program that hangs, even on a slow machine that creates the demo catalogue. */
const START_DEADLINE = 240_000;

/**
 * Waits until `isUp`.
 * @throws Error with the program's output if it exits early or takes too long
 */
export async function untilUp(
  name: string,
  { output, ended, hasEnded }: Run,
  isUp: () => Promise<boolean> | boolean,
): Promise<void> {
  const check = async () => {
    if (hasEnded() || (await isUp())) return true;
    throw new Error(output());
  };
  await waitFor(`${name} to be up`, check, START_DEADLINE);
  if (hasEnded()) throw new Error(`${name} exited with code ${await ended}: ${output()}`);
}

export type Ended = { code: number | null; output: string };

/** Runs one of the shop's programs, a file and its arguments, to the end with only these variables. */
export async function runProgram(
  [script = '', ...programArguments]: string[],
  environment: Record<string, string>,
): Promise<Ended> {
  const child = spawn(process.execPath, [resolve(projectFolder, script), ...programArguments], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { ended, output } = follow(child);
  return { code: await ended, output: output() };
}

/**
 * Starts one of the shop's programs, of this checkout or at an absolute path, with only these variables, and waits until it
 * is ready on `port`. With `live`, it may also start while the services it needs are down.
 * @throws Error with its output if it exits early or takes too long
 */
export async function startProcess(
  script: string,
  port: number,
  environment: Record<string, string>,
  state: 'ready' | 'live' = 'ready',
): Promise<ShopProcess> {
  const child = spawn(process.execPath, [resolve(projectFolder, script)], {
    env: { ...inherited, LOG_LEVEL: 'warn', ...environment },
    // The shop's process exits when the IPC channel closes, even if this process is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.channel?.unref();
  const run = follow(child);
  const signal = (name: NodeJS.Signals) => {
    child.kill(name);
    return run.ended;
  };
  try {
    await untilUp(script, run, () => isHealthy(port, state));
  } catch (error) {
    await signal('SIGKILL');
    throw error;
  }
  return {
    pid: child.pid ?? 0,
    kill: async () => void (await signal('SIGKILL')),
    stop: () => signal('SIGTERM'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    ended: run.ended,
    output: run.output,
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

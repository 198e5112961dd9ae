import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../backend/config.ts';
import { freePort } from '../backend/local/ports.ts';
import { waitFor } from './wait.ts';

export type Stack = {
  url: string;
  operationsUrl: string;
  /** What it printed when it was ready. */
  output: string;
  /** Asks it to stop, as Ctrl-C does, and waits until it has. @returns its exit code */
  stop(): Promise<number | null>;
};

type Options = {
  dataDir: string;
  /** Further variables, as a person would set them. */
  environment?: Record<string, string>;
  /** Milliseconds until it must be ready. */
  deadline?: number;
};

/** Starts a whole shop, just as `make up` does, on free ports. @throws Error with what it printed if it ends before it is ready */
export async function startStack({ dataDir, environment = {}, deadline = 90_000 }: Options): Promise<Stack> {
  const [port, operationsPort] = [await freePort(), await freePort()];
  const { child, output, ended } = runUp({
    DATA_DIR: dataDir,
    PORT: String(port),
    OPERATIONS_PORT: String(operationsPort),
    ...environment,
  });
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const isReady = () => {
    if (output().includes('Ctrl-C') || hasEnded) return true;
    throw new Error(output());
  };
  try {
    await waitFor('the shop to be ready', isReady, deadline);
    if (hasEnded) throw new Error(`The shop ended with code ${await ended}: ${output()}`);
  } catch (error) {
    // One that is too slow is still there.
    child.kill('SIGINT');
    await ended;
    throw error;
  }
  return {
    url: `http://localhost:${port}`,
    operationsUrl: `http://localhost:${operationsPort}`,
    output: output(),
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

export type Run = {
  child: ChildProcess;
  /** What it has printed so far. */
  output: () => string;
  /** Its exit code, once it has ended; null if a signal ended it. */
  ended: Promise<number | null>;
};

/** Runs what `make up` runs, with just these variables. */
export function runUp(environment: Record<string, string>, options?: { detached?: boolean }): Run {
  return runLocal(['up.ts'], environment, options);
}

/**
 * Runs a program of `backend/local` with just these variables, whatever this process was given.
 * @param command its file, and its arguments
 * @param options.detached in a process group of its own, to which a test can send what a terminal sends on Ctrl-C
 */
export function runLocal(
  [file = '', ...programArguments]: string[],
  environment: Record<string, string>,
  { detached = false } = {},
): Run {
  let printed = '';
  const child = spawn(process.execPath, [join(projectFolder, 'backend/local', file), ...programArguments], {
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...environment },
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => printed, ended };
}

/** A data folder that is gone after the test. */
export async function temporaryDataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'webshop-stack-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

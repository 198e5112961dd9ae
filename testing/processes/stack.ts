import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../backend/config.ts';
import { freePort } from '../../backend/local/ports.ts';
import { follow, inherited, type Run, untilUp } from './process.ts';

export type Stack = {
  url: string;
  operationsUrl: string;
  /** What it printed until it was ready. */
  output: string;
  /** Sends SIGINT, as Ctrl-C does, and waits for the exit. @returns its exit code */
  stop(): Promise<number | null>;
};

type Options = {
  dataDir: string;
  /** Additional variables. */
  environment?: Record<string, string>;
};

/** Starts a whole shop on free ports, like `make up`. @throws Error with its output if it exits early or hangs */
export async function startStack({ dataDir, environment = {} }: Options): Promise<Stack> {
  const [port, operationsPort] = [await freePort(), await freePort()];
  const run = runUp({
    DATA_DIR: dataDir,
    PORT: String(port),
    OPERATIONS_PORT: String(operationsPort),
    ...environment,
  });
  const stop = () => {
    run.child.kill('SIGINT');
    return run.ended;
  };
  try {
    await untilUp('up.ts', run, () => run.output().includes('Ctrl-C'));
  } catch (error) {
    // It may still be running, if it was only slow.
    await stop();
    throw error;
  }
  return {
    url: `http://localhost:${port}`,
    operationsUrl: `http://localhost:${operationsPort}`,
    output: run.output(),
    stop,
  };
}

/** Runs `make up`'s program with only these variables. */
export function runUp(environment: Record<string, string>, options?: { detached?: boolean }): Run {
  return runLocal(['up.ts'], environment, options);
}

/**
 * Runs a program of `backend/local` with only these variables.
 * @param command the file and its arguments
 * @param options.detached runs it in its own process group, so that a test can signal the whole group, like Ctrl-C
 */
export function runLocal(
  [file = '', ...programArguments]: string[],
  environment: Record<string, string>,
  { detached = false } = {},
): Run {
  const child = spawn(process.execPath, [join(projectFolder, 'backend/local', file), ...programArguments], {
    env: { ...inherited, HOME: tmpdir(), ...environment },
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return follow(child);
}

/** A temporary data folder, to be removed after the test. */
export async function temporaryDataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'webshop-stack-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

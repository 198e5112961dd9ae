import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../backend/config.ts';
import { freePort } from '../backend/local/ports.ts';

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
  const failed = ended.then((code) => {
    throw new Error(`The shop ended with code ${code}: ${output()}`);
  });
  try {
    await Promise.race([untilPrinted(output, 'Ctrl-C', deadline), failed]);
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

/**
 * Runs `backend/local/up.ts` with just these variables, whatever this process was given.
 * @param options.detached in a process group of its own, to which a test can send what a terminal sends on Ctrl-C
 */
export function runUp(
  environment: Record<string, string>,
  { detached = false } = {},
): {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
} {
  let printed = '';
  const child = spawn(process.execPath, [join(projectFolder, 'backend/local/up.ts')], {
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

async function untilPrinted(output: () => string, text: string, deadline: number): Promise<void> {
  const end = performance.now() + deadline;
  while (!output().includes(text)) {
    if (performance.now() > end) throw new Error(`The shop was not ready within ${deadline} ms: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A data folder that is gone after the test. */
export async function temporaryDataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'webshop-stack-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

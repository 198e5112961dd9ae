import { type ChildProcess, fork } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../config.ts';
import { StartError } from '../core/process/start.ts';

export type Child = {
  name: string;
  pid: number;
  /** Resolves when the process has exited, with the end of its stderr. */
  ended: Promise<{ code: number | null; stderrTail: string }>;
  /** Sends SIGTERM and waits for the exit; kills the process if it takes too long. */
  stop(): Promise<void>;
};

type Options = {
  name: string;
  /** Relative to the project folder. */
  script: string;
  environment: NodeJS.ProcessEnv;
  /** The folder for its log. */
  logFolder: string;
  /** Milliseconds that it has to stop. */
  patience?: number;
};

/**
 * Longer than a process itself waits. After that, it hangs in its exit: Node waits for a thread that waits for garbage
 * collection (https://github.com/nodejs/node/issues/54918).
 */
const PATIENCE = 30_000;

/**
 * How V8 trades speed for memory in the shop's processes. Both create much garbage, the API when it loads a large
 * catalogue and the workers when they import one. Without the last option, V8 may conclude from that load that the objects of
 * requests live long, too, which costs the API half its speed. Also in Dockerfile and docker-compose.yml.
 */
const nodeOptions: Partial<Record<string, string[]>> = {
  'backend/main.ts': ['--max-semi-space-size=2', '--heap-growing-percent=10', '--no-allocation-site-pretenuring'],
  'workers/main.ts': ['--max-semi-space-size=16'],
};

/**
 * Keeps large arrays out of glibc's heap, whose gaps it doesn't return to the system, and allows only one heap. Each saves
 * the API about 12 MB (https://man7.org/linux/man-pages/man3/mallopt.3.html). Also in Dockerfile.
 */
const memoryVariables = { MALLOC_MMAP_THRESHOLD_: String(128 * 1024), MALLOC_ARENA_MAX: '1' };

/**
 * Starts one of the shop's processes, detached so that Ctrl-C doesn't reach it and processes stop in order. It exits if
 * its parent dies (core/process/shutdown.ts).
 */
export function startChild({ name, script, environment, logFolder, patience = PATIENCE }: Options): Child {
  mkdirSync(logFolder, { recursive: true });
  const log = createWriteStream(join(logFolder, `${name}.log`), { flags: 'a' });
  const execArgv = [...process.execArgv, ...(nodeOptions[script] ?? [])];
  const env = { ...memoryVariables, ...environment };
  const child = fork(join(projectFolder, script), { env, execArgv, silent: true, detached: true });
  let stderrTail = '';
  child.stdout?.pipe(log, { end: false });
  child.stderr?.on('data', (chunk) => {
    stderrTail = (stderrTail + chunk).slice(-2000);
    log.write(chunk);
  });
  const ended = new Promise<{ code: number | null; stderrTail: string }>((resolve) => {
    child.once('close', (code) => {
      log.end();
      resolve({ code, stderrTail: stderrTail.trim() });
    });
  });
  return { name, pid: child.pid ?? 0, ended, stop: () => stop(child, ended, patience) };
}

async function stop(child: ChildProcess, ended: Promise<unknown>, patience: number): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  await ended;
  clearTimeout(timer);
}

/** Milliseconds: only for a process that hangs, even on a slow machine that has much else to do. */
const READY_DEADLINE = 120_000;

/** Waits until `url` responds with 2xx. @throws StartError with the child's stderr if it exits first */
export async function untilReady(child: Child, url: string): Promise<void> {
  const end = performance.now() + READY_DEADLINE;
  const exit = child.ended.then(({ code, stderrTail }) => {
    throw new StartError(stderrTail || `${child.name} exited with code ${code}`);
  });
  const readiness = async () => {
    while (performance.now() < end) {
      const isReady = await fetch(url).then(
        (response) => response.ok,
        () => false,
      );
      if (isReady) return;
      await sleep(25);
    }
    throw new StartError(`${child.name} was not ready within ${READY_DEADLINE / 1000} seconds`);
  };
  await Promise.race([readiness(), exit]);
}

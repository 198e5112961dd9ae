import { type ChildProcess, fork } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../config.ts';
import { StartError } from '../core/start.ts';

export type Child = {
  name: string;
  /** Resolves when the process has ended, with the end of its stderr. */
  ended: Promise<{ code: number | null; lastWords: string }>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
};

type Options = {
  name: string;
  /** Relative to the project's folder. */
  script: string;
  environment: Record<string, string>;
  /** Folder for its log. */
  logFolder: string;
};

/**
 * Starts one of the shop's processes, detached so that Ctrl-C doesn't reach it and the stop keeps its order. It stops by
 * itself if its parent vanishes (core/shutdown.ts).
 */
export function startChild({ name, script, environment, logFolder }: Options): Child {
  mkdirSync(logFolder, { recursive: true });
  const log = createWriteStream(join(logFolder, `${name}.log`), { flags: 'a' });
  const child = fork(join(projectFolder, script), { env: environment, silent: true, detached: true });
  let lastWords = '';
  child.stdout?.pipe(log, { end: false });
  child.stderr?.on('data', (chunk) => {
    lastWords = (lastWords + chunk).slice(-2000);
    log.write(chunk);
  });
  const ended = new Promise<{ code: number | null; lastWords: string }>((resolve) => {
    child.once('close', (code) => {
      log.end();
      resolve({ code, lastWords: lastWords.trim() });
    });
  });
  return { name, ended, stop: () => stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  await ended;
}

/** Waits until `url` answers 200. @throws StartError with the child's stderr if it ends first */
export async function untilReady(child: Child, url: string, deadline = 30_000): Promise<void> {
  const end = performance.now() + deadline;
  const death = child.ended.then(({ code, lastWords }) => {
    throw new StartError(lastWords || `${child.name} ended with code ${code}`);
  });
  const answers = async () => {
    while (performance.now() < end) {
      const isReady = await fetch(url).then(
        (response) => response.ok,
        () => false,
      );
      if (isReady) return;
      await sleep(25);
    }
    throw new StartError(`${child.name} was not ready within ${deadline / 1000} seconds`);
  };
  await Promise.race([answers(), death]);
}

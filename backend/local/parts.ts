import { printError } from '../core/process/start.ts';

/** Something that was started and must be stopped. */
export type Part = { stop(): Promise<unknown> | unknown };

/** In start order; stopped in reverse. */
const running: Part[] = [];

let stopping = false;

/** The exit code of shells after SIGINT: 128 + 2. */
const INTERRUPTED = 130;

/** Registers a part to stop when the program ends. */
export function register<P extends Part>(part: P): P {
  running.push(part);
  return part;
}

/**
 * Registers a part that is still starting, since Ctrl-C may arrive meanwhile.
 * @throws the part's error, or Error if the program was stopped meanwhile
 */
export async function registerStarting<P extends Part>(starting: Promise<P>): Promise<P> {
  running.push({ stop: () => starting.then((part) => part.stop(), hasNotStarted) });
  const part = await starting;
  throwIfStopping();
  return part;
}

/** A failed start needs no stop; the caller of registerStarting reports the error. */
function hasNotStarted(): void {}

/** Call between the steps of a start. @throws Error if the program is stopping */
export function throwIfStopping(): void {
  if (stopping) throw new Error('Stopped while starting');
}

export function isStopping(): boolean {
  return stopping;
}

/** Stops all parts and exits with `code`, or with 1 if a part can't be stopped. */
export async function stopAll(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const part of running.reverse()) {
    try {
      await part.stop();
    } catch (error) {
      code = 1;
      printError(error);
    }
  }
  process.exit(code);
}

/** Runs a program until Ctrl-C, which exits with 0. */
export function runUntilStopped(main: () => Promise<void>): void {
  runParts(main, 0);
}

/** Runs a program to its end and stops its parts. Ctrl-C exits with 130. */
export function runToEnd(main: () => Promise<void>): void {
  runParts(async () => {
    await main();
    await stopAll(0);
  }, INTERRUPTED);
}

/** No right for others in the files that the program and its children create: they hold passwords, mails and orders. */
const PRIVATE = 0o077;

function runParts(main: () => Promise<void>, codeOfSignal: number): void {
  process.umask(PRIVATE);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopAll(codeOfSignal));
  main().catch((error: unknown) => {
    // Stopping causes errors of its own.
    if (stopping) return;
    printError(error);
    stopAll(1);
  });
}

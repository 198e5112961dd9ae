import { tell } from '../core/start.ts';

/** Something that was started and must be stopped again. */
export type Part = { stop(): Promise<unknown> | unknown };

/** Parts in the order of their start; they are stopped in the reverse one. */
const running: Part[] = [];

let stopping = false;

/** As shells have it: 128 and the number of SIGINT. */
const INTERRUPTED = 130;

/** From now on the program's end stops this part. */
export function keep<P extends Part>(part: P): P {
  running.push(part);
  return part;
}

/**
 * Waits for a part that is starting, which is a part from the first moment: Ctrl-C may come while it does.
 * @throws what hindered the start, or Error if the program was stopped meanwhile
 */
export async function keepStarting<P extends Part>(starting: Promise<P>): Promise<P> {
  running.push({ stop: () => starting.then((part) => part.stop(), hasNotStarted) });
  const part = await starting;
  proceed();
  return part;
}

/** What did not start needs no stop; whoever waited for it tells why. */
function hasNotStarted(): void {}

/** Called before a start goes on to its next parts. @throws Error if the stop has begun meanwhile, which then ends the start */
export function proceed(): void {
  if (stopping) throw new Error('Stopped while it started');
}

export function isStopping(): boolean {
  return stopping;
}

/** Stops all parts in order, and ends the process: with `code`, or with 1 if a part can't be stopped. */
export async function stopAll(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const part of running.reverse()) {
    try {
      await part.stop();
    } catch (error) {
      code = 1;
      tell(error);
    }
  }
  process.exit(code);
}

/** Runs a program whose parts go on until Ctrl-C, which is its ordinary end. */
export function runUntilStopped(main: () => Promise<void>): void {
  runParts(main, 0);
}

/** Runs a program that ends by itself, and its parts with it. Ctrl-C ends it too, with a code that says so. */
export function runToEnd(main: () => Promise<void>): void {
  runParts(async () => {
    await main();
    await stopAll(0);
  }, INTERRUPTED);
}

function runParts(main: () => Promise<void>, codeOfSignal: number): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopAll(codeOfSignal));
  main().catch((error: unknown) => {
    // Of a program that was stopped in the middle, what it then lacked is no news.
    if (stopping) return;
    tell(error);
    stopAll(1);
  });
}

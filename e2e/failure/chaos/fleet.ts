import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../backend/local/ports.ts';
import { type ShopProcess, startProcess } from '../../../testing/process.ts';

/** A place for one process of the shop, which is seen to run: what ends by itself is started again, and told of. */
export type Berth = {
  name: string;
  /** Where the running process listens; null while none is ready. */
  port(): number | null;
  /** Ends the process as a power cut would, and starts another one. */
  kill(): Promise<void>;
  /** Asks the process to stop, and starts another one. */
  rollOut(): Promise<void>;
  /** Starts the first process. */
  start(): Promise<void>;
  /** Asks the process to stop, for good. */
  stop(): Promise<void>;
  /** How often a process had to be killed because it had not stopped in time. */
  cutShort(): number;
  /** All that its processes have said. */
  output(): string;
};

type Options = {
  name: string;
  script: string;
  /** The variable that tells the process its port. */
  portVariable: 'PORT' | 'OPERATIONS_PORT';
  environment: Record<string, string>;
  /** Told of a process that ends by itself. */
  noteDefect(defect: string): void;
};

/** Milliseconds that a process has after SIGTERM, as with Docker. */
const STOP_DEADLINE = 10_000;
/** Milliseconds before a process that could not start is started again, as an orchestrator would. */
const RESTART_PAUSE = 500;
const STARTS_MAX = 40;

export function createBerth({ name, script, portVariable, environment, noteDefect }: Options): Berth {
  let running: { process: ShopProcess; port: number; isToEnd: boolean } | null = null;
  const outputs: (() => string)[] = [];
  let isOver = false;
  let cutShort = 0;

  async function start(): Promise<void> {
    for (let attempt = 1; !isOver; attempt += 1) {
      const port = await freePort();
      try {
        const process = await startProcess(script, port, { ...environment, [portVariable]: String(port) }, 'live');
        outputs.push(process.output);
        adopt(process, port);
        return;
      } catch (error) {
        // What it needs is away just now. That it says so and ends is right; that it never comes up is not.
        outputs.push(() => String(error));
        if (attempt === STARTS_MAX) throw error;
        await pause(RESTART_PAUSE);
      }
    }
  }

  function adopt(process: ShopProcess, port: number): void {
    const current = { process, port, isToEnd: false };
    running = current;
    void process.ended.then((code) => {
      if (current.isToEnd) return;
      running = null;
      noteDefect(`${name} ended by itself with code ${code}: ${process.output().slice(-1500)}`);
      start().catch((error: unknown) => noteDefect(`${name} did not come back: ${error}`));
    });
  }

  async function end(how: 'kill' | 'stop'): Promise<void> {
    if (running === null) return;
    const { process } = running;
    running.isToEnd = true;
    running = null;
    if (how === 'kill') return process.kill();
    const stopped = await Promise.race([process.stop().then(() => true), pause(STOP_DEADLINE, false)]);
    if (stopped) return;
    cutShort += 1;
    await process.kill();
  }

  return {
    name,
    port: () => running?.port ?? null,
    start,
    kill: async () => {
      await end('kill');
      await start();
    },
    rollOut: async () => {
      await end('stop');
      await start();
    },
    stop: async () => {
      isOver = true;
      await end('stop');
    },
    cutShort: () => cutShort,
    output: () => outputs.map((read) => read()).join('\n'),
  };
}

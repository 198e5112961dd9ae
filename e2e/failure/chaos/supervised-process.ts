import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../backend/local/ports.ts';
import { type ShopProcess, startProcess } from '../../../testing/processes/process.ts';

/** One of the shop's processes. It restarts when it exits unexpectedly, and the exit is reported as a defect. */
export type SupervisedProcess = {
  name: string;
  /** The port of the running process; null while it is down. */
  port(): number | null;
  /** Sends SIGKILL, and starts it again. */
  kill(): Promise<void>;
  /** Sends SIGTERM, and starts it again. */
  restart(): Promise<void>;
  start(): Promise<void>;
  /** Sends SIGTERM, and does not start it again. */
  stop(): Promise<void>;
  /** How often it had to be killed because it did not stop in time. */
  forcedKills(): number;
  /** Everything it has printed, over all restarts. */
  output(): string;
};

type Options = {
  name: string;
  script: string;
  /** The variable that sets its port. */
  portVariable: 'PORT' | 'OPERATIONS_PORT';
  environment: Record<string, string>;
  /** Called when the process exits unexpectedly. */
  reportDefect(defect: string): void;
};

/** Milliseconds between SIGTERM and SIGKILL, as in Docker. */
const STOP_DEADLINE = 10_000;
/** Milliseconds before a failed start is retried, as an orchestrator would. */
const RESTART_PAUSE = 500;
const STARTS_MAX = 40;

export function superviseProcess({
  name,
  script,
  portVariable,
  environment,
  reportDefect,
}: Options): SupervisedProcess {
  let running: { process: ShopProcess; port: number; isEnding: boolean } | null = null;
  const outputs: (() => string)[] = [];
  let isStopped = false;
  let forcedKills = 0;

  async function start(): Promise<void> {
    for (let attempt = 1; !isStopped; attempt += 1) {
      const port = await freePort();
      try {
        const process = await startProcess(script, port, { ...environment, [portVariable]: String(port) }, 'live');
        outputs.push(process.output);
        watch(process, port);
        return;
      } catch (error) {
        // Exiting is right while a service it needs is down; never starting again is a defect.
        outputs.push(() => String(error));
        if (attempt === STARTS_MAX) throw error;
        await pause(RESTART_PAUSE);
      }
    }
  }

  function watch(process: ShopProcess, port: number): void {
    const current = { process, port, isEnding: false };
    running = current;
    void process.ended.then((code) => {
      if (current.isEnding) return;
      running = null;
      reportDefect(`${name} exited unexpectedly with code ${code}: ${process.output().slice(-1500)}`);
      start().catch((error: unknown) => reportDefect(`${name} did not restart: ${error}`));
    });
  }

  async function end(how: 'kill' | 'stop'): Promise<void> {
    if (running === null) return;
    const { process } = running;
    running.isEnding = true;
    running = null;
    if (how === 'kill') return process.kill();
    const stopped = await Promise.race([process.stop().then(() => true), pause(STOP_DEADLINE, false)]);
    if (stopped) return;
    forcedKills += 1;
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
    restart: async () => {
      await end('stop');
      await start();
    },
    stop: async () => {
      isStopped = true;
      await end('stop');
    },
    forcedKills: () => forcedKills,
    output: () => outputs.map((read) => read()).join('\n'),
  };
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectFolder } from '../backend/config.ts';
import { waitFor } from './wait.ts';

export type ShopProcess = {
  /** Ends it as a power cut would: no signal that it could hear. */
  kill(): Promise<void>;
  /** Asks it to stop. @returns its exit code */
  stop(): Promise<number | null>;
  /** Its exit code, once it has ended; null if a signal ended it. */
  ended: Promise<number | null>;
  /** What it has said so far. */
  output(): string;
};

/** Milliseconds that a start may take. */
const START_DEADLINE = 120_000;

/**
 * Starts one of the shop's programs with just these variables, and waits until it is ready to work on `port`; or `live`,
 * which it also is when what it stands on is away.
 * @throws Error with what it said if it ends before, or takes too long
 */
export async function startProcess(
  script: string,
  port: number,
  environment: Record<string, string>,
  state: 'ready' | 'live' = 'ready',
): Promise<ShopProcess> {
  const child = spawn(process.execPath, [join(projectFolder, script)], {
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', ...environment },
    // The channel ends with this process, and the shop's process with it, also if this one is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.channel?.unref();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const signal = async (name: NodeJS.Signals) => {
    child.kill(name);
    return ended;
  };
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const isUp = async () => {
    if (hasEnded || (await isHealthy(port, state))) return true;
    throw new Error(output);
  };
  try {
    await waitFor(`${script} to be ${state}`, isUp, START_DEADLINE);
  } catch (error) {
    await signal('SIGKILL');
    throw error;
  }
  if (hasEnded) throw new Error(`${script} ended: ${output}`);
  return {
    kill: async () => void (await signal('SIGKILL')),
    stop: () => signal('SIGTERM'),
    ended,
    output: () => output,
  };
}

async function isHealthy(port: number, state: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health/${state}`, { signal: AbortSignal.timeout(2000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

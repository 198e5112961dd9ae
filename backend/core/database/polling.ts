import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../observability/log.ts';
import { watchOutage } from '../observability/outage.ts';
import { listen } from './listener.ts';

export type Polling = {
  /** Polls at once, or once more if a poll is running. */
  wake(): void;
  close(): Promise<void>;
};

type Options = {
  databaseUrl: string;
  /** Where PostgreSQL notifies of more work. */
  channel: string;
  /** Milliseconds between polls when no notification arrives. */
  every: number;
  /** What polls, for the log. */
  name: string;
  log: Logger;
};

/** Polls again and again. @param poll returns whether more work is due now; it may throw */
export function startPolling(
  { databaseUrl, channel, every, name, log }: Options,
  poll: () => Promise<boolean>,
): Polling {
  const outage = watchOutage(log, name);
  const closing = new AbortController();
  /** Aborted by what happens after the current poll has begun. */
  let woken = new AbortController();
  const wake = () => woken.abort();
  const listener = listen(databaseUrl, channel, wake, log);

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      woken = new AbortController();
      try {
        const isMore = await poll();
        outage.worked();
        if (!isMore) await waitFor(every, woken.signal);
      } catch (error) {
        outage.failed(error);
        // A notification would only cause another attempt that fails.
        await waitFor(every, closing.signal);
      }
    }
  }

  const running = run();
  return {
    wake,
    async close() {
      closing.abort();
      wake();
      await Promise.all([running, listener.close()]);
    },
  };
}

/** Waits until the time is over, or the signal is aborted. */
function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return pause(milliseconds, undefined, { signal }).catch(() => {});
}

import type { Logger } from './log.ts';

type Step = { what: string; close: () => Promise<unknown> | unknown };

/** Milliseconds for a whole stop: less than the ten seconds that Docker gives. */
export const STOP_DEADLINE = 8_000;

/**
 * Ends the process on SIGTERM or SIGINT: `steps` one after the other, within `deadline` milliseconds. Exits 0 if all of
 * them succeed, else 1. A second signal ends it at once.
 */
export function closeOnSignal(log: Logger, steps: Step[], deadline = STOP_DEADLINE): void {
  let isClosing = false;
  const close = async (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1);
    isClosing = true;
    log.info({ signal }, 'stopping');
    const timer = setTimeout(() => {
      log.error('did not stop in time');
      process.exit(1);
    }, deadline);
    let code = 0;
    for (const step of steps) {
      try {
        await step.close();
      } catch (error) {
        code = 1;
        log.error({ err: error }, `could not close ${step.what}`);
      }
    }
    clearTimeout(timer);
    log.info('stopped');
    process.exit(code);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  // A forked process ends with its parent, even if that is killed.
  process.on('disconnect', () => close('SIGTERM'));
}

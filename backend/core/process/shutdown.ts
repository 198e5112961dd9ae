import type { Logger } from '../observability/log.ts';

type Step = { what: string; close: () => Promise<unknown> | unknown };

/** Milliseconds for the whole shutdown; Docker kills a container after ten seconds. */
export const STOP_DEADLINE = 8_000;

/**
 * On SIGTERM or SIGINT, runs `steps` in order and exits: 0 if all succeed within `deadline` milliseconds, else 1. A
 * second signal exits at once.
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
  // A forked process exits with its parent, even if the parent is killed.
  process.on('disconnect', () => close('SIGTERM'));
}

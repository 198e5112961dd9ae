import type { Logger } from './log.ts';

type Step = { what: string; close: () => Promise<unknown> | unknown };

/**
 * Ends the process in order on SIGTERM or SIGINT: `steps` one after the other, within `deadline` milliseconds (less than
 * the ten seconds that Docker gives). Exits 0 when all is closed, 1 when not. A second signal ends it at once.
 */
export function closeOnSignal(log: Logger, steps: Step[], deadline = 8_000): void {
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
  // A process that was forked goes with its parent, also when that was killed.
  process.on('disconnect', () => close('SIGTERM'));
}

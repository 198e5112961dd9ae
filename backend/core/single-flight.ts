/**
 * Runs one `read` at a time. A caller can't join the read in flight, which may predate a change that the caller knows
 * of; all callers that arrive meanwhile share the next one.
 */
export function singleFlight<Argument, Result>(
  read: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | null = null;
  return (argument) => {
    next ??= running.then(() => {
      next = null;
      const result = read(argument);
      running = result.catch(() => {});
      return result;
    });
    return next;
  };
}

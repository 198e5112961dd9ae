/**
 * Polls `condition` until it returns a truthy value or `deadline` milliseconds have passed.
 * @returns that value
 * @throws Error with `what` and the last value or error
 */
export async function waitFor<T>(
  what: string,
  condition: () => Promise<T> | T,
  deadline = 120_000,
): Promise<NonNullable<T>> {
  const end = performance.now() + deadline;
  let seen: unknown;
  while (performance.now() < end) {
    try {
      const value = await condition();
      if (value) return value;
      seen = value;
    } catch (error) {
      seen = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Waited ${deadline} ms for ${what}; last seen: ${String(seen)}`);
}

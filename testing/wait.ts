/**
 * Waits until `condition` gives a truthy value, and returns it. Throws after `deadline` milliseconds, saying what was
 * waited for and the last thing seen.
 */
export async function waitFor<T>(
  what: string,
  condition: () => Promise<T> | T,
  deadline = 15_000,
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

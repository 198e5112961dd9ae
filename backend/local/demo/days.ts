/** Milliseconds. */
export const DAY = 24 * 60 * 60 * 1000;

/** The time so many days ago. */
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY);
}

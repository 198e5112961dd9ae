/** Milliseconds. */
export const DAY = 24 * 60 * 60 * 1000;

/** The time so many days ago. */
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY);
}

/** The minute that a date is in, as forms enter times. */
export function wholeMinute(date: Date): Date {
  return new Date(new Date(date).setSeconds(0, 0));
}

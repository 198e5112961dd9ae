/** Formats an ISO 8601 date as "January 5, 2026" in the local time zone. */
export function longDate(date: string): string {
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'long' });
}

/** "January 5, 2026", of an ISO 8601 date, in the shopper's own time zone. */
export function longDate(date: string): string {
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'long' });
}

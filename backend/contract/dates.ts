const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** "November 24, 2026", in UTC: for what is read away from the browser, as documents and emails. */
export function formatDate(date: Date): string {
  return longDate.format(date);
}

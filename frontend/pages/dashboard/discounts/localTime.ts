/** The value of a `datetime-local` field for a date (ISO 8601), in the browser's time zone; '' without one. */
export function localTime(date: string | null): string {
  if (date === null) return '';
  const time = new Date(date);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The date (ISO 8601, UTC) in a `datetime-local` field; null if it is empty. */
export function zonedTime(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}

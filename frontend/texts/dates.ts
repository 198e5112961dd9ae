import { formatDate, formatInZone, instantOf, wallClock } from '#contract/values/dates.ts';
import { shop } from './shop.ts';

// Dates are ISO 8601, and shown in the shop's time zone.

const CLOCK: Intl.DateTimeFormatOptions = { timeStyle: 'short', hourCycle: 'h23' };

/** "January 5, 2026" */
export function longDate(date: string): string {
  return formatDate(date, shop.timeZone);
}

/** "Jan 5, 2026, 15:04" */
export function mediumMoment(date: string): string {
  return formatInZone(date, shop.timeZone, { dateStyle: 'medium', ...CLOCK });
}

/** "Jan 5, 2026" */
export function mediumDate(date: string): string {
  return formatInZone(date, shop.timeZone, { dateStyle: 'medium' });
}

/** "15:04" */
export function clockTime(date: string): string {
  return formatInZone(date, shop.timeZone, CLOCK);
}

/** "January 5, 2026" for 2026-01-05. */
export function longDay(day: string): string {
  return formatDate(day, 'UTC');
}

/** "Jan 5" for 2026-01-05. */
export function shortDay(day: string): string {
  return formatInZone(day, 'UTC', { month: 'short', day: 'numeric' });
}

/** Today in the shop: "2026-01-05". */
export function today(): string {
  return wallClock(new Date(), shop.timeZone).slice(0, 10);
}

/** The value of a `datetime-local` field for a date; '' without one. Whole minutes have no seconds. */
export function fieldTime(date: string | null): string {
  if (date === null) return '';
  const milliseconds = new Date(date).toISOString().slice(19, 23);
  return `${wallClock(date, shop.timeZone)}${milliseconds}`.replace(/(:00)?\.000$/, '');
}

/** The date in a `datetime-local` field; null if it is empty. */
export function timeInField(text: string): string | null {
  return text === '' ? null : instantOf(text, shop.timeZone).toISOString();
}

/** Days and times as the shop shows them: in its own time zone, whatever that of the server or the browser is. */
import { currentLanguage } from '#messages';

const DAY = 24 * 60 * 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether a text is the IANA name of a time zone. PostgreSQL reads offsets such as +01:00 the other way around. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Formats a date by the language. @param timeZone an IANA name @param date ISO 8601 if it is text */
export function formatInZone(date: Date | string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return formatOf(currentLanguage().locale, timeZone, options).format(new Date(date));
}

/** "November 24, 2026" */
export function formatDate(date: Date | string, timeZone: string): string {
  return formatInZone(date, timeZone, { dateStyle: 'long' });
}

/** What clocks show at a date: "2026-11-24T11:30:00". */
export function wallClock(date: Date | string, timeZone: string): string {
  // Swedes write ISO 8601.
  const format = formatOf('sv-SE', timeZone, { dateStyle: 'short', timeStyle: 'medium' });
  return format.format(new Date(date)).replace(' ', 'T');
}

/**
 * "Nov 29 – Dec 2": the days from `first` to `last` days after a date, in a time zone; a single one, "Nov 29", if they are
 * the same.
 */
export function formatDaysAfter(
  date: Date | string,
  timeZone: string,
  { first, last }: { first: number; last: number },
): string {
  const start = DAY * dayNumber(date, timeZone);
  const days = formatOf(currentLanguage().locale, 'UTC', { month: 'short', day: 'numeric' });
  return days.formatRange(start + first * DAY, start + last * DAY);
}

/** The last instant of the day that comes `days` after a date, in a time zone. */
export function endOfDayAfter(date: Date | string, timeZone: string, days: number): Date {
  const next = new Date((dayNumber(date, timeZone) + days + 1) * DAY).toISOString().slice(0, 10);
  return new Date(instantOf(`${next}T00:00`, timeZone).getTime() - 1);
}

/** How many days later than a date another is, in a time zone; 0 on the same day. */
export function daysBetween(date: Date | string, later: Date | string, timeZone: string): number {
  return dayNumber(later, timeZone) - dayNumber(date, timeZone);
}

/** The day of a date in a time zone, in days since 1970. */
function dayNumber(date: Date | string, timeZone: string): number {
  return Date.parse(wallClock(date, timeZone).slice(0, 10)) / DAY;
}

/**
 * When clocks show a time, such as "2026-11-24T11:30": the first time if they do twice, as summer time ends. If they skip
 * it, as summer time begins, the time that it would be without the change.
 */
export function instantOf(wall: string, timeZone: string): Date {
  const shown = Date.parse(`${wall}Z`);
  // The zone's offset changes at most once in these days.
  const offsets = [shown - DAY, shown + DAY].map((time) => offsetAt(time, timeZone));
  const times = offsets.map((offset) => shown - offset);
  const real = times.filter((time, index) => offsetAt(time, timeZone) === offsets[index]);
  return new Date(real.length > 0 ? Math.min(...real) : Math.max(...times));
}

/** "2026-11-24T11:30:00+01:00": a date for files, which begins with its day in the shop. */
export function isoInZone(date: Date | string, timeZone: string): string {
  const minutes = Math.abs(offsetAt(new Date(date).getTime(), timeZone)) / 60_000;
  const sign = offsetAt(new Date(date).getTime(), timeZone) < 0 ? '-' : '+';
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  return `${wallClock(date, timeZone)}${sign}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** "November 24, 2026 at 11:30 (UTC+01:00)": a moment that counts for the law. */
export function formatMoment(date: Date | string, timeZone: string): string {
  const moment = formatInZone(date, timeZone, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' });
  return `${moment} (UTC${isoInZone(date, timeZone).slice(-6)})`;
}

/** What clocks show less UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  return Date.parse(`${wallClock(new Date(time), timeZone)}Z`) - Math.floor(time / 1000) * 1000;
}

/** Formats take long to set up. */
function formatOf(language: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, timeZone, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone });
  formats.set(key, known);
  return known;
}

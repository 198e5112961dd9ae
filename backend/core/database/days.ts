import { type RawBuilder, sql } from 'kysely';

/**
 * The first moment of a day (YYYY-MM-DD) in a time zone (an IANA name); `later` is a number of days behind it. Days are not
 * all of 24 hours.
 */
export function startOfDay(day: string, timeZone: string, later = 0): RawBuilder<string> {
  return sql`((${day}::date + ${sql.lit(later)})::timestamp at time zone ${timeZone}::text)`;
}

/** The day of a moment in a time zone. */
export function dayOf(moment: RawBuilder<unknown>, timeZone: string): RawBuilder<string> {
  return sql`((${moment}) at time zone ${timeZone}::text)::date`;
}

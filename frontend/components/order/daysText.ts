import { m } from '#messages';

/** How long a shipping method takes, in days: "Today", "2 days", "2–4 days". */
export function daysText(minDays: number, maxDays: number): string {
  if (minDays === maxDays) return m.ownOrder.days({ count: maxDays });
  return m.ownOrder.daysRange({ min: minDays, max: maxDays });
}

import type { Period } from '../../../api/admin/vatReport.ts';

const MONTHS = { month: 1, quarter: 3 } as const;

/** The month or the quarter of a day (YYYY-MM-DD), or one some periods later or, with a negative number, earlier. */
export function periodOf(day: string, unit: keyof typeof MONTHS, later = 0): Period {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const length = MONTHS[unit];
  const first = year * 12 + (month - 1) - ((month - 1) % length) + later * length;
  const start = (months: number) => new Date(Date.UTC(Math.floor(months / 12), months % 12, 1));
  const end = start(first + length);
  end.setUTCDate(0);
  return { from: start(first).toISOString().slice(0, 10), to: end.toISOString().slice(0, 10) };
}

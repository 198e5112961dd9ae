import { TOTAL_MAX } from '#contract/table.ts';
import { formatNumber } from '#contract/values/numbers.ts';

/** "16,302", or "50,000+" if not all rows are counted. */
export function totalText(total: number): string {
  return total > TOTAL_MAX ? `${formatNumber(TOTAL_MAX)}+` : formatNumber(total);
}

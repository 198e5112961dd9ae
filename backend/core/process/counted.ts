import { formatNumber } from '#contract/values/numbers.ts';

/** "1 product", "16,302 products", for operators. @param noun in singular, with a plural in "s" */
export function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

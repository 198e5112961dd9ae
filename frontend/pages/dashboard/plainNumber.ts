import { decimalText } from '#contract/numbers.ts';
import { currentLanguage } from '#messages';

/** "12.5": a number with all its decimals, as the language writes them. */
export function plainNumber(value: number): string {
  return decimalText(value).replace('.', currentLanguage().decimal);
}

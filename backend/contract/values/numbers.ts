/** How the shop writes numbers, by the language, and how it reads typed ones. */
import { currentLanguage } from '#messages';
import { groupDigits } from '#messages/formatters.ts';

/** "16,302", "4.9": a number with its thousands grouped and exactly this many decimals. */
export function formatNumber(value: number, decimals: 0 | 1 | 2 = 0): string {
  return groupDigits(value, currentLanguage(), decimals);
}

/** "0.0000001", "1234.5": a number with all its decimals for text fields and files, never with an exponent. */
export function decimalText(value: number): string {
  const text = String(value);
  const [, sign = '', whole = '', decimals = '', zeros = ''] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  return zeros === '' ? text : `${sign}0.${'0'.repeat(Number(zeros) - 1)}${whole}${decimals}`;
}

/** "7.7", "20", in German "7,7": a number as the language writes it and people type it, with the decimals that it has. */
export function formatDecimal(value: number): string {
  return decimalText(value).replace('.', currentLanguage().decimal);
}

/** How numbers are typed. */
type Notation = {
  decimal: '.' | ',';
  group: '.' | ',';
  /** 1,200 and 1,349.00, as the shop writes numbers. */
  grouped: RegExp;
  /** 12.5, or 12,5 where the comma can't group. */
  ungrouped: RegExp;
};

/** Of English, and of files. */
export const pointNotation: Notation = {
  decimal: '.',
  group: ',',
  grouped: /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/,
  ungrouped: /^(\d+(\.\d+)?|(0|[1-9]\d*),\d+)$/,
};

const commaNotation: Notation = {
  decimal: ',',
  group: '.',
  grouped: /^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/,
  ungrouped: /^(\d+(,\d+)?|(0|[1-9]\d*)\.\d+)$/,
};

/**
 * Reads a number as people type it: as the shop writes numbers in their language, or with the other decimal sign where it
 * can't group thousands.
 * @returns null for blank text, NaN for any other
 */
export function readNumber(
  text: string,
  notation = currentLanguage().decimal === ',' ? commaNotation : pointNotation,
): number | null {
  const trimmed = text.trim().replace(/^−/, '-');
  if (trimmed === '') return null;
  const digits = trimmed.replace(/^-/, '');
  if (notation.grouped.test(digits)) {
    return Number(trimmed.replaceAll(notation.group, '').replace(notation.decimal, '.'));
  }
  return notation.ungrouped.test(digits) ? Number(trimmed.replace(',', '.')) : Number.NaN;
}

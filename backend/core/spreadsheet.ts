import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { m } from '#messages';

/** Reads the lines of a table as spreadsheets save it: what separates values depends on the language of the program. */

/** The separator that a first line such as `sep=;` names for Excel; null for any other line. */
export function namedSeparator(line: string): string | null {
  return /^\uFEFF?"?sep=(.)"?$/i.exec(line)?.[1] ?? null;
}

/** The first comma, semicolon or tab outside quotes. */
export function separatorOf(line: string): string {
  return /[,;\t]/.exec(line.replace(/"[^"]*"/g, ''))?.[0] ?? ',';
}

/** Whether a line has separators at most, as spreadsheets save rows that were emptied. */
export function hasNoValues(line: string): boolean {
  return !/[^\s,;]/.test(line);
}

/** A table's row; null if its quotes are wrong. `isTolerant` allows spaces around quotes, and quotes within values. */
export function readRow(text: string, separator: string, isTolerant = false): string[] | null {
  // The library takes 50 microseconds to set up.
  if (!isTolerant && !text.includes('"')) return text.split(separator);
  try {
    const records = parseRows(text, separator, isTolerant);
    return records.length <= 1 ? (records[0] ?? []) : null;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

/** Whether a quote is open at the end of a text. */
export function isQuoteOpen(text: string, separator: string): boolean {
  if (countQuotes(text) % 2 === 0) return false;
  try {
    parseRows(text, separator, false);
    return false;
  } catch (error) {
    return error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED';
  }
}

export function countQuotes(text: string): number {
  return text.split('"').length - 1;
}

function parseRows(text: string, delimiter: string, isTolerant: boolean): string[][] {
  return parse(text, { bom: true, delimiter, trim: isTolerant, relax_quotes: isTolerant });
}

/** Whether a value is a number that a spreadsheet shows and saves without its last digits, such as 3.40434E+14. */
export function isRounded(value: unknown): boolean {
  return typeof value === 'string' && /^\s*-?\d([.,]\d+)?(E[+-]|e\+)\d+\s*$/.test(value);
}

/** The refusal of such a value. */
export function roundedSentence(what: 'number' | 'trackingNumber'): string {
  return m.fields.rounded({ what });
}

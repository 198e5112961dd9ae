import { pipeline } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { ShopContext } from './http.ts';

/** What a field of a CSV file is made of. A date leaves as ISO 8601 in UTC, nothing as an empty field. */
export type CsvValue = string | number | Date | null;

/**
 * Answers a CSV file (RFC 4180) with a header line, row by row: the next row is asked for when the reader can take it, and
 * none after the reader has gone. What fails before the first row is thrown; what fails later breaks the connection off,
 * so that half a file never passes for a whole one.
 *
 * A text that a spreadsheet would run as a formula (https://owasp.org/www-community/attacks/CSV_Injection) is preceded by
 * an apostrophe. The byte order mark is what tells spreadsheets that the file is UTF-8.
 */
export async function answerCsv<Row extends Record<Column, CsvValue>, Column extends string>(
  ctx: ShopContext,
  fileName: string,
  columns: readonly Column[],
  rows: AsyncIterable<Row>,
): Promise<void> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  const csv = stringify({
    bom: true,
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { date: (date) => date.toISOString() },
  });
  pipeline(startingWith(first, iterator), csv, (error) => {
    // A compressor between here and the reader would wait for more for ever.
    if (error && !ctx.res.writableFinished) ctx.res.destroy(error);
  });
  ctx.attachment(fileName);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = csv;
}

/** What `escape_formulas` of csv-stringify puts its apostrophe before. */
const GUARDED_FORMULA = /^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/;

/** A text as it was before answerCsv kept a spreadsheet from running it. */
export function withoutFormulaGuard(text: string): string {
  return text.replace(GUARDED_FORMULA, '');
}

async function* startingWith<Row>(first: IteratorResult<Row, unknown>, rest: AsyncIterator<Row>): AsyncGenerator<Row> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

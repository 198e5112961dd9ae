import { pipeline } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { ShopContext } from './http/http.ts';

/** The value of a CSV field. Dates are written as ISO 8601 in UTC, null as an empty field. */
export type CsvValue = string | number | Date | null;

/**
 * Streams a CSV file (RFC 4180) with a header as the response. Rows are pulled only as fast as the client reads, and
 * only until it disconnects. An error before the first row is thrown; a later one aborts the connection, so that a
 * partial file never passes for a complete one.
 *
 * Text that a spreadsheet would run as a formula (https://owasp.org/www-community/attacks/CSV_Injection) gets a leading
 * apostrophe. The byte order mark makes spreadsheets read the file as UTF-8.
 */
export async function sendCsv<Row extends Record<Column, CsvValue>, Column extends string>(
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
    cast: { date: (date) => date.toISOString(), string: guardFormula },
  });
  pipeline(startingWith(first, iterator), csv, (error) => {
    // Otherwise a compressor in between would wait for more data forever.
    if (error && !ctx.res.writableFinished) ctx.res.destroy(error);
  });
  ctx.attachment(fileName);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = csv;
}

/**
 * What a spreadsheet may run: text that begins with a sign of formulas, in any width, or with a tab or a line break.
 * Blanks and characters that can't be seen don't count, as spreadsheets skip them. Nor do apostrophes, so that one more can
 * always be taken away again.
 */
const FORMULA = /^'*(?:[\t\r\n]|[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;

function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that sendCsv adds before formulas. */
export function withoutFormulaGuard(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

async function* startingWith<Row>(first: IteratorResult<Row, unknown>, rest: AsyncIterator<Row>): AsyncGenerator<Row> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

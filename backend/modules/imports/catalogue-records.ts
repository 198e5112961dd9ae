import { CATALOGUE_LINE_MAX } from '#contract/catalogue/imports.ts';
import {
  columnOfField,
  fieldColumns,
  type ProductFieldName,
  productField,
  productFieldNames,
  translatedFieldNames,
} from '#contract/catalogue/product-fields.input.ts';
import { m } from '#messages';
import { languageCodes } from '#messages/languages.ts';
import { withoutFormulaGuard } from '../../core/csv.ts';
import { UnprocessableError } from '../../core/errors.ts';
import { countQuotes, hasNoValues, isQuoteOpen, namedSeparator, readRow, separatorOf } from '../../core/spreadsheet.ts';
import { readCell } from '../catalogue/imported/imported-values.ts';
import type { FileLine } from './catalogue-lines.ts';

/** The fields of a line of a catalogue file, or why it can't be read. */
export type CatalogueRecord = {
  /** The first and last line, counted from 1: a quoted CSV text may contain line ends. */
  line: number;
  lastLine: number;
} & ({ fields: Record<string, unknown>; hasLocalNumbers?: true } | { rejection: string });

const REQUIRED_COLUMNS = [
  ...productFieldNames.filter((name) => productField(name).isRequired).map(columnOfField),
  'category',
];
/** By their names in small letters. */
const COLUMNS = new Map(
  [...fieldColumns.map(({ column }) => column), 'category', 'image', 'images', 'id', 'family'].map((column) => [
    column.toLowerCase(),
    column,
  ]),
);
/** Such as `title.de`. */
const TRANSLATED = new RegExp(`^(${translatedFieldNames.join('|')})\\.\\s*(.*)$`);

function unknownFormat(): UnprocessableError {
  return new UnprocessableError(m.imports.unknownFormat({ columns: REQUIRED_COLUMNS.join(', ') }));
}

/** Maximum lines of one CSV record. */
const RECORD_LINES_MAX = 1000;

/**
 * Reads the records of a catalogue file: JSON lines if it begins with a brace, else CSV (RFC 4180), also with semicolons or
 * tabs. Skips lines without values.
 * @throws UnprocessableError before the first record if the file is neither
 */
export async function* readRecords(lines: AsyncGenerator<FileLine>): AsyncGenerator<CatalogueRecord> {
  const source = new LineSource(lines);
  try {
    const first = await source.nextFilled();
    if (first === null) throw new UnprocessableError(m.imports.empty());
    if (!first.text?.trimStart().startsWith('{')) return yield* readCsv(first, source);
    for (let line: FileLine | null = first; line !== null; line = await source.nextFilled()) yield readJson(line);
  } finally {
    // Closes the file, also after an error or when the caller stops early.
    await lines.return(undefined);
  }
}

/** A source of lines with push-back. */
class LineSource {
  private readonly lines: AsyncGenerator<FileLine>;
  private returned: FileLine[] = [];

  constructor(lines: AsyncGenerator<FileLine>) {
    this.lines = lines;
  }

  async next(): Promise<FileLine | null> {
    const returned = this.returned.shift();
    if (returned !== undefined) return returned;
    const { value, done } = await this.lines.next();
    return done ? null : value;
  }

  async nextFilled(): Promise<FileLine | null> {
    for (let line = await this.next(); line !== null; line = await this.next()) {
      if (line.text === null || !hasNoValues(line.text)) return line;
    }
    return null;
  }

  putBack(lines: FileLine[]): void {
    this.returned = [...lines, ...this.returned];
  }
}

type RejectedRecord = CatalogueRecord & { rejection: string };

function rejected({ number }: FileLine, rejection: string, lastLine = number): RejectedRecord {
  return { line: number, lastLine, rejection };
}

function tooLong(line: FileLine): RejectedRecord {
  return rejected(line, m.imports.lineTooLong({ kilobytes: CATALOGUE_LINE_MAX / 1024 }));
}

function readJson(line: FileLine): CatalogueRecord {
  if (line.text === null) return tooLong(line);
  let fields: unknown;
  try {
    fields = JSON.parse(line.text);
  } catch (error) {
    if (error instanceof SyntaxError) return rejected(line, m.imports.invalidJson());
    throw error;
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return rejected(line, m.imports.notAnObject());
  return { line: line.number, lastLine: line.number, fields: { ...fields } };
}

async function* readCsv(first: FileLine, source: LineSource): AsyncGenerator<CatalogueRecord> {
  const named = namedSeparator(first.text ?? '');
  const headerLine = named === null ? first : await source.nextFilled();
  if (headerLine === null) throw unknownFormat();
  const separator = named ?? separatorOf(headerLine.text ?? '');
  const header = await joinQuotedLines(headerLine, separator, source);
  const columns = readHeader('rejection' in header ? null : readRow(header.text, separator));
  // With a comma between values, a program writes its numbers with a point.
  const style = separator === ',' ? {} : { hasLocalNumbers: true as const };
  for (let line = await source.nextFilled(); line !== null; line = await source.nextFilled()) {
    const joined = await joinQuotedLines(line, separator, source);
    if ('rejection' in joined) {
      yield joined;
      continue;
    }
    const lastLine = joined.lastLine;
    const values = readRow(joined.text, separator);
    if (values === null) yield rejected(line, m.imports.invalidCsv(), lastLine);
    else if (values.every(isBlank)) continue;
    else if (!values.slice(columns.count).every(isBlank)) yield rejected(line, m.imports.tooManyValues(), lastLine);
    else {
      const fields = nameValues(columns, values);
      yield { line: line.number, lastLine, fields: { ...fields, ...readAmounts(fields, style) }, ...style };
    }
  }
}

type Columns = {
  count: number;
  /** Those that an import reads, by place. */
  names: ReadonlyMap<number, string>;
};

function readHeader(header: string[] | null): Columns {
  const names = new Map<number, string>();
  for (const [place, text] of (header ?? []).entries()) {
    const name = columnName(text);
    if (name !== null) names.set(place, name);
  }
  const known = new Set(names.values());
  if (header === null || !REQUIRED_COLUMNS.every((name) => known.has(name))) throw unknownFormat();
  const repeated = [...names.values()].find((name, index, all) => all.indexOf(name) !== index);
  if (repeated !== undefined) throw new UnprocessableError(m.imports.repeatedColumn({ name: repeated }));
  return { count: header.length, names };
}

/** The name of a column as JSON lines have it; null for one that an import ignores. */
function columnName(text: string): string | null {
  const [, prefix, name] = /^\s*(attribute|option)\.(.*)$/is.exec(text) ?? [];
  // Names of options may begin or end with spaces.
  if (prefix !== undefined && name !== undefined) return `${prefix.toLowerCase()}.${name}`;
  const lower = text.trim().toLowerCase();
  const [, translated, language] = TRANSLATED.exec(lower) ?? [];
  if (translated !== undefined) {
    return `${translated}.${languageCodes.find((code) => code.toLowerCase() === language) ?? language}`;
  }
  return COLUMNS.get(lower) ?? null;
}

function nameValues({ names }: Columns, values: string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [place, name] of names) {
    const value = values[place];
    // Undo what the shop's own export adds.
    fields[name] = value === undefined ? undefined : withoutFormulaGuard(value);
  }
  return fields;
}

function isBlank(value: string): boolean {
  return value.trim() === '';
}

const amounts = productFieldNames.filter((name) => ['amount', 'decimal'].includes(productField(name).kind));

/** The amounts and other numbers with decimals in a line. Validation rejects what is no number later. */
function readAmounts(fields: Record<string, unknown>, style: { hasLocalNumbers?: true }): Record<string, unknown> {
  const read = (name: ProductFieldName) => {
    const cell = fields[columnOfField(name)];
    if (typeof cell !== 'string' || !isBlank(cell)) return readCell('number', cell, style);
    return productField(name).isRequired ? undefined : null;
  };
  return Object.fromEntries(amounts.map((name) => [columnOfField(name), read(name)]));
}

/** Joins a CSV line with the lines that follow while a quote is open. An unclosed quote costs only its own line. */
async function joinQuotedLines(
  line: FileLine,
  separator: string,
  source: LineSource,
): Promise<{ text: string; lastLine: number } | RejectedRecord> {
  if (line.text === null) return tooLong(line);
  if (!isQuoteOpen(line.text, separator)) return { text: line.text, lastLine: line.number };
  const texts = [line.text];
  const followers: FileLine[] = [];
  let length = line.text.length;
  while (texts.length < RECORD_LINES_MAX && length <= CATALOGUE_LINE_MAX) {
    const follower = await source.next();
    if (follower === null) break;
    followers.push(follower);
    if (follower.text === null) break;
    texts.push(follower.text);
    length += follower.text.length;
    if (countQuotes(follower.text) % 2 === 1) return { text: texts.join('\n'), lastLine: follower.number };
  }
  source.putBack(followers);
  return rejected(line, m.imports.openQuote());
}

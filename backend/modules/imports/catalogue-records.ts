import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { CATALOGUE_LINE_MAX } from '#contract/imports.ts';
import { withoutFormulaGuard } from '../../core/csv.ts';
import { UnprocessableError } from '../../core/errors.ts';
import type { FileLine } from './catalogue-lines.ts';

/** The fields of a line of a catalogue file, or why it can't be read. */
export type CatalogueRecord = {
  /** The first and last line, counted from 1: a quoted CSV text may contain line ends. */
  line: number;
  lastLine: number;
} & ({ fields: Record<string, unknown> } | { rejection: string });

const REQUIRED_COLUMNS = ['title', 'description', 'price', 'category'];
const COLUMNS = new Set([...REQUIRED_COLUMNS, 'image', 'images', 'id', 'stock', 'published', 'family']);

const UNKNOWN_FORMAT =
  'The file is neither JSON lines nor CSV with a first line that names the columns ' +
  `${REQUIRED_COLUMNS.join(', ')} (separated by commas)`;

/** Maximum lines of one CSV record. */
const RECORD_LINES_MAX = 1000;

/**
 * Reads the records of a catalogue file: JSON lines if it begins with a brace, else CSV (RFC 4180). Skips blank lines.
 * @throws UnprocessableError before the first record if the file is neither
 */
export async function* readRecords(lines: AsyncGenerator<FileLine>): AsyncGenerator<CatalogueRecord> {
  const source = new LineSource(lines);
  try {
    const first = await source.nextFilled();
    if (first === null) throw new UnprocessableError('The file is empty');
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
      if (line.text === null || line.text.trim() !== '') return line;
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

const TOO_LONG = `Longer than ${CATALOGUE_LINE_MAX / 1024} kB`;

function readJson(line: FileLine): CatalogueRecord {
  if (line.text === null) return rejected(line, TOO_LONG);
  let fields: unknown;
  try {
    fields = JSON.parse(line.text);
  } catch (error) {
    if (error instanceof SyntaxError) return rejected(line, 'Invalid JSON');
    throw error;
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return rejected(line, 'Not a JSON object');
  return { line: line.number, lastLine: line.number, fields: { ...fields } };
}

async function* readCsv(first: FileLine, source: LineSource): AsyncGenerator<CatalogueRecord> {
  const header = await joinQuotedLines(first, source);
  const columns = readHeader('rejection' in header ? null : parseRecord(header.text));
  for (let line = await source.nextFilled(); line !== null; line = await source.nextFilled()) {
    const joined = await joinQuotedLines(line, source);
    if ('rejection' in joined) {
      yield joined;
      continue;
    }
    const lastLine = joined.lastLine;
    const values = parseRecord(joined.text);
    if (values === null) yield rejected(line, 'Invalid CSV. Check the quotes.', lastLine);
    else if (values.length > columns.count) yield rejected(line, 'More values than columns', lastLine);
    else yield { line: line.number, lastLine, fields: nameValues(columns, values) };
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
  if (header === null || !REQUIRED_COLUMNS.every((name) => known.has(name)))
    throw new UnprocessableError(UNKNOWN_FORMAT);
  const repeated = [...names.values()].find((name, index, all) => all.indexOf(name) !== index);
  if (repeated !== undefined) throw new UnprocessableError(`The file has more than one column ${repeated}`);
  return { count: header.length, names };
}

/** The name of a column as JSON lines have it; null for one that an import ignores. */
function columnName(text: string): string | null {
  const [, prefix, name] = /^\s*(attribute|option)\.(.*)$/is.exec(text) ?? [];
  // Names of options may begin or end with spaces.
  if (prefix !== undefined && name !== undefined) return `${prefix.toLowerCase()}.${name}`;
  const lower = text.trim().toLowerCase();
  return COLUMNS.has(lower) ? lower : null;
}

function nameValues({ names }: Columns, values: string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [place, name] of names) {
    const value = values[place];
    // Undo what the shop's own export adds.
    fields[name] = value === undefined ? undefined : withoutFormulaGuard(value);
  }
  fields.price = toNumber(fields.price);
  return fields;
}

/** Converts a price from CSV: digits to a number, empty to undefined. Validation rejects anything else later. */
function toNumber(value: unknown): unknown {
  if (value === '') return undefined;
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
}

/** Joins a CSV line with the lines that follow while a quote is open. An unclosed quote costs only its own line. */
async function joinQuotedLines(
  line: FileLine,
  source: LineSource,
): Promise<{ text: string; lastLine: number } | RejectedRecord> {
  if (line.text === null) return rejected(line, TOO_LONG);
  if (!isQuoteOpen(line.text)) return { text: line.text, lastLine: line.number };
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
  return rejected(line, 'A quote is not closed');
}

function isQuoteOpen(text: string): boolean {
  if (countQuotes(text) % 2 === 0) return false;
  try {
    parse(text);
    return false;
  } catch (error) {
    return error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED';
  }
}

function countQuotes(text: string): number {
  return text.split('"').length - 1;
}

/** The values of one record; null if it isn't valid CSV. */
function parseRecord(text: string): string[] | null {
  // The library takes 50 microseconds to set up.
  if (!text.includes('"')) return text.split(',');
  try {
    const records: string[][] = parse(text);
    return records.length === 1 ? (records[0] ?? null) : null;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

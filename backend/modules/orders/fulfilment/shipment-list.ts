import { LISTED_SHIPMENTS_MAX, shipmentListColumns } from '#contract/orders/shipment-lists.ts';
import { m } from '#messages';
import { invalid } from '../../../core/errors.ts';
import {
  hasNoValues,
  isRounded,
  namedSeparator,
  readRow,
  roundedSentence,
  separatorOf,
} from '../../../core/spreadsheet.ts';

type Column = (typeof shipmentListColumns)[number];

/** A line of a list of shipments as written; '' for absent values. */
export type ListedShipment = Record<Column, string> & {
  /** Counts from 1, as in an editor. */
  line: number;
  /** Why it can't be read; null if it can. */
  problem: string | null;
};

/**
 * Reads a list of shipments: CSV with or without a header row, as a file has it or as spreadsheets copy it. Skips blank
 * lines. Each line may have a separator of its own, so that lines can be typed below pasted ones.
 * @throws AppError invalid without lines, with too many, or with columns that are unknown or repeated
 */
export function readShipmentList(list: string): ListedShipment[] {
  const lines = list
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ line: index + 1, text }))
    .filter(({ text, line }) => !hasNoValues(text) && !(line === 1 && namedSeparator(text) !== null));
  const header = readHeader(lines[0]?.text ?? '');
  const listed = header === null ? lines : lines.slice(1);
  if (listed.length === 0) throw invalid({ list: m.fields.shipmentListRequired() });
  if (listed.length > LISTED_SHIPMENTS_MAX) {
    throw invalid({ list: m.orders.listOfTooMany({ max: LISTED_SHIPMENTS_MAX }) });
  }
  return listed.map(({ line, text }) => ({ line, ...readLine(text, header ?? shipmentListColumns) }));
}

/** The names that a header may use, without spaces, hyphens and capitals. */
const columnNames = new Map<string, Column>([
  ['number', 'number'],
  ['order', 'number'],
  ['ordernumber', 'number'],
  ['carrier', 'carrier'],
  ['trackingnumber', 'trackingNumber'],
  ['trackingurl', 'trackingUrl'],
  ['trackinglink', 'trackingUrl'],
]);

/** The columns that a header names, null for one without a name; null if the line is no header. */
function readHeader(text: string): (Column | null)[] | null {
  const names = valuesOf(text) ?? [];
  const columns = names.map((name) => columnNames.get(name.toLowerCase().replace(/[\s_-]/g, '')) ?? null);
  if (!columns.includes('number')) return null;
  const unknown = names.find((name, place) => name !== '' && columns[place] === null);
  if (unknown !== undefined) {
    throw invalid({ list: m.orders.unknownColumn({ columns: shipmentListColumns.join(', ') }) });
  }
  const repeated = columns.find((column, place) => column !== null && columns.indexOf(column) !== place);
  if (repeated) throw invalid({ list: m.orders.repeatedColumn({ column: repeated }) });
  return columns;
}

function readLine(text: string, columns: readonly (Column | null)[]): Omit<ListedShipment, 'line'> {
  const values = valuesOf(text);
  const fields = { number: '', carrier: '', trackingNumber: '', trackingUrl: '' };
  if (values === null) return { ...fields, number: text.trim(), problem: m.orders.quoteNotClosed() };
  let problem: string | null = null;
  for (const [place, value] of values.entries()) {
    const column = columns[place];
    if (column) fields[column] = value;
    else if (value !== '') problem = m.orders.moreValuesThanColumns();
  }
  if (isRounded(fields.trackingNumber)) problem = roundedSentence('trackingNumber');
  return { ...fields, problem };
}

/** The trimmed values of a line; null if it isn't valid CSV. */
function valuesOf(text: string): string[] | null {
  // An order number has no separator, so the first one follows it.
  return readRow(text, separatorOf(text), true)?.map((value) => value.trim()) ?? null;
}

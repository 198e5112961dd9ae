import {
  type AmountName,
  eachProductField,
  type PlainValues,
  type ProductFieldKind,
  type ProductFieldName,
  productField,
  productFieldNames,
} from '#contract/catalogue/product-fields.input.ts';
import { toCents, toMajorUnits } from '#contract/values/money.ts';
import type { SqlType } from '../../../core/database/queries.ts';

/** How each kind of field is stored. */
const storedAs: Record<ProductFieldKind, StoredAs> = {
  text: { type: 'text' },
  prose: { type: 'text' },
  amount: { type: 'integer', suffix: 'Cents', read: toMajorUnits, write: toCents },
  wholeNumber: { type: 'integer' },
  decimal: { type: 'double precision' },
  flag: { type: 'boolean' },
  yesNo: { type: 'boolean' },
  choice: { type: 'text' },
  date: { type: 'date' },
  instant: { type: 'timestamptz', read: (stored: string) => new Date(stored).toISOString() },
  company: { type: 'uuid' },
  parts: { type: 'jsonb' },
};

type StoredAs = {
  type: SqlType;
  /** What follows the name of the field in that of its column. */
  suffix?: string;
  read?: (stored: never) => unknown;
  write?: (value: number) => number;
};

type ColumnName<Name extends ProductFieldName> = Name extends AmountName ? `${Name}Cents` : Name;

/** The columns of the plain fields. Amounts are in cents. */
export type PlainColumns = { [Name in ProductFieldName as ColumnName<Name>]: PlainValues[Name] };
export type PlainColumn = keyof PlainColumns;

function storageOf(name: ProductFieldName): StoredAs {
  return storedAs[productField(name).kind];
}

/** The column of a field. */
export function columnNameOf(name: ProductFieldName): PlainColumn {
  return `${name}${storageOf(name).suffix ?? ''}` as PlainColumn;
}

/** The types of the columns in SQL. */
export const plainColumnTypes = Object.fromEntries(
  productFieldNames.map((name) => [columnNameOf(name), storageOf(name).type]),
) as Record<PlainColumn, StoredAs['type']>;

/** A value as its column holds it. */
export function storedValue(name: ProductFieldName, value: unknown): unknown {
  const { write } = storageOf(name);
  return write && value !== null ? write(value as number) : value;
}

export function plainColumnsOf(values: PlainValues): PlainColumns {
  const columns = productFieldNames.map((name) => [columnNameOf(name), storedValue(name, values[name])]);
  return Object.fromEntries(columns) as PlainColumns;
}

export function plainValuesOf(row: PlainColumns): PlainValues {
  return eachProductField((name) => {
    const { read } = storageOf(name);
    const stored: unknown = row[columnNameOf(name)];
    return read && stored !== null ? read(stored as never) : stored;
  });
}

import {
  eachProductField,
  type FlagName,
  type PartsName,
  type PlainValues,
  type ProductField,
  type ProductFieldKind,
  type ProductFieldName,
  type ValueField,
} from '#contract/catalogue/product-fields.input.ts';
import { decimalAmount, formatPrice, toCents } from '#contract/values/money.ts';
import { formatDecimal, formatNumber, readNumber } from '#contract/values/numbers.ts';
import { currentLanguage, m } from '#messages';
import { companies } from '../../../../api/admin/companies.ts';
import { fieldTime, longDay, mediumMoment, timeInField } from '../../../../texts/dates.ts';

/** What is typed for parts, by part. */
type PartsText = Record<string, string>;

/** The plain fields of a product, as typed: flags are switches, all others are text. */
export type PlainText = {
  [Name in ProductFieldName]: Name extends FlagName ? boolean : Name extends PartsName ? PartsText : string;
};

type Typing = {
  /** A value as a form begins with it. */
  typed: (value: never) => string | boolean;
  /** The value that is typed; null for none. A wrong number is NaN. */
  read: (text: never) => unknown;
  /** A value as admins read it. */
  shown: (value: never, field: ValueField) => string;
};

const text: Typing = {
  typed: (value: string) => value,
  read: (text: string) => (text === '' ? null : text),
  shown: (value: string) => value,
};

const number: Typing = { typed: formatDecimal, read: readNumber, shown: withUnit };

const typings: Record<Exclude<ProductFieldKind, 'parts'>, Typing> = {
  text,
  prose: text,
  amount: {
    typed: (value: number) => decimalAmount(toCents(value)).replace('.', currentLanguage().decimal),
    read: readNumber,
    shown: (value: number) => formatPrice(value, 'EUR'),
  },
  wholeNumber: number,
  decimal: number,
  flag: {
    typed: (value: boolean) => value,
    read: (text: boolean) => text,
    shown: (value: boolean) => yesOrNo(value),
  },
  yesNo: {
    typed: (value: boolean) => String(value),
    read: (text: string) => (text === '' ? null : text === 'true'),
    shown: (value: boolean) => yesOrNo(value),
  },
  choice: { ...text, shown: (value: string, { choices }) => choices?.[value]?.() ?? value },
  date: { ...text, shown: longDay },
  instant: { typed: fieldTime, read: timeInField, shown: (value: string) => mediumMoment(value) },
  company: {
    ...text,
    shown: (value: string) => companies.all.peek(null)?.find(({ _id }) => _id === value)?.name ?? value,
  },
};

function withUnit(value: number, { unit }: ValueField): string {
  const number = formatNumber(value, Number.isInteger(value) ? 0 : 1);
  return unit ? `${number} ${unit}` : number;
}

export const emptyPlainText = eachProductField<PlainText>((_name, { initial = '', parts }) =>
  parts ? typedParts(parts, null) : initial,
);

export function plainTextOf(values: PlainValues): PlainText {
  return eachProductField((name, { kind, parts }) => {
    const value: unknown = values[name];
    if (parts) return typedParts(parts, value as Record<string, unknown> | null);
    return typedValue(kind, value);
  });
}

function typedParts(parts: Record<string, ValueField>, values: Record<string, unknown> | null): PartsText {
  return Object.fromEntries(Object.entries(parts).map(([part, { kind }]) => [part, typedValue(kind, values?.[part])]));
}

function typedValue(kind: ProductFieldKind, value: unknown): string {
  return value === null || value === undefined || kind === 'parts'
    ? ''
    : (typings[kind].typed(value as never) as string);
}

export function readPlain(text: PlainText): PlainValues {
  return eachProductField((name, { kind, isRequired, parts }) => {
    if (parts) return readParts(parts, text[name] as PartsText);
    const value = readValue(kind, text[name]);
    // What is required but missing, the rules report.
    return value === null && isRequired ? undefined : value;
  });
}

/** Null without any part. */
function readParts(parts: Record<string, ValueField>, text: PartsText): Record<string, unknown> | null {
  const values = Object.entries(parts).map(([part, { kind }]) => [part, readValue(kind, text[part] ?? '')] as const);
  return values.every(([, value]) => value === null) ? null : Object.fromEntries(values);
}

function readValue(kind: ProductFieldKind, text: unknown): unknown {
  return kind === 'parts' ? null : typings[kind].read(text as never);
}

/** A value as admins read it. */
export function shownPlain(field: ValueField & Pick<ProductField, 'parts'>, value: unknown): string {
  const { kind, none = m.products.none, parts } = field;
  if (value === null || value === undefined) return none();
  if (kind !== 'parts') return typings[kind].shown(value as never, field);
  const lines = Object.entries(parts ?? {}).map(([part, field]) => {
    const shown = shownPlain(field, (value as Record<string, unknown>)[part]);
    return `${field.label()}: ${shown}`;
  });
  return lines.join('\n');
}

export function yesOrNo(value: boolean): string {
  return value ? m.common.yes() : m.common.no();
}

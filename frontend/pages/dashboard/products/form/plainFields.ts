import { decimalAmount, formatPrice, toCents } from '#contract/money.ts';
import { decimalText, formatNumber, readNumber } from '#contract/numbers.ts';
import {
  eachProductField,
  type FlagName,
  type PlainValues,
  type ProductField,
  type ProductFieldKind,
  type ProductFieldName,
} from '#contract/product-fields.input.ts';
import { currentLanguage, m } from '#messages';
import { fieldTime, mediumMoment, timeInField } from '../../../../texts/dates.ts';

/** The plain fields of a product, as typed: flags are switches, all others are text. */
export type PlainText = { [Name in ProductFieldName]: Name extends FlagName ? boolean : string };

type Typing = {
  /** A value as a form begins with it. */
  typed: (value: never) => string | boolean;
  /** The value that is typed. A wrong number is NaN. */
  read: (text: never) => unknown;
  /** A value as admins read it. */
  shown: (value: never) => string;
};

const text: Typing = { typed: (value: string) => value, read: (text: string) => text, shown: (value: string) => value };

const typings: Record<ProductFieldKind, Typing> = {
  text,
  prose: text,
  amount: {
    typed: (value: number) => decimalAmount(toCents(value)).replace('.', currentLanguage().decimal),
    read: readNumber,
    shown: (value: number) => formatPrice(value, 'EUR'),
  },
  wholeNumber: { typed: decimalText, read: readNumber, shown: (value: number) => formatNumber(value) },
  instant: { typed: fieldTime, read: timeInField, shown: mediumMoment },
  flag: {
    typed: (value: boolean) => value,
    read: (text: boolean) => text,
    shown: (value: boolean) => yesOrNo(value),
  },
};

export const emptyPlainText = eachProductField<PlainText>((_name, { initial = '' }) => initial);

export function plainTextOf(values: PlainValues): PlainText {
  return eachProductField((name, { kind }) => {
    const value = values[name];
    return value === null ? '' : typings[kind].typed(value as never);
  });
}

export function readPlain(text: PlainText): PlainValues {
  return eachProductField((name, { kind, isRequired }) => {
    const value = typings[kind].read(text[name] as never);
    // What is required but missing, the rules report.
    return value === null && isRequired ? undefined : value;
  });
}

/** A value as admins read it. */
export function shownPlain({ kind, none = m.products.none }: ProductField, value: unknown): string {
  return value === null ? none() : typings[kind].shown(value as never);
}

export function yesOrNo(value: boolean): string {
  return value ? m.common.yes() : m.common.no();
}

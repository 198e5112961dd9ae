/** Formats numbers with grouped thousands and a decimal point. */

/** Matches the positions between groups of three digits. */
const THOUSANDS = /\B(?=(\d{3})+(?!\d))/g;

/** "16,302", "4.9": a number with its thousands grouped and exactly this many decimals. */
export function formatNumber(value: number, decimals: 0 | 1 | 2 = 0): string {
  // Not `Intl.NumberFormat`: on a phone, its first use takes longer than all numbers of a page.
  return value.toFixed(decimals).replace(THOUSANDS, ',');
}

/** A noun's forms: "product" and "products", "category" and "categories". */
export type Noun = Readonly<Record<'one' | 'other', string>>;

let plurals: Intl.PluralRules | undefined;

/** The form of a noun for a number. */
export function pluralOf(count: number, noun: Noun): string {
  plurals ??= new Intl.PluralRules('en-US');
  return noun[plurals.select(count) as keyof Noun];
}

/** "1 product", "16,302 products". */
export function counted(count: number, noun: Noun): string {
  return `${formatNumber(count)} ${pluralOf(count, noun)}`;
}

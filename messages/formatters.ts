import type { Language } from './languages.ts';

/** What compiled messages call. */
export type Formatters = {
  /** A number as the language writes it. */
  $number(value: number): string;
  /** The text for a number: that of `=N`, else that of its plural category. */
  $plural(value: number, texts: Record<string, string>): string;
  /** The text for a word, else that of `other`. */
  $select(value: string, texts: Record<string, string>): string;
};

export const formatterNames = ['$number', '$plural', '$select'] as const satisfies (keyof Formatters)[];

/** Matches the positions between groups of three digits. */
const THOUSANDS = /\B(?=(\d{3})+(?!\d))/g;

/**
 * A number as a language writes it, with its thousands grouped and exactly this many decimals.
 * Not `Intl.NumberFormat`: on a phone, its first use takes longer than all numbers of a page.
 */
export function groupDigits(
  value: number,
  { group, decimal }: Pick<Language, 'group' | 'decimal'>,
  decimals: 0 | 1 | 2 = 0,
): string {
  const [whole = '', rest] = value.toFixed(decimals).split('.');
  const grouped = whole.replace(THOUSANDS, group);
  return rest === undefined ? grouped : grouped + decimal + rest;
}

/** The formatters of a language. */
export function formattersOf(language: Language): Formatters {
  let rules: Intl.PluralRules | undefined;
  return {
    $number: (value) => groupDigits(value, language),
    $plural(value, texts) {
      rules ??= new Intl.PluralRules(language.locale);
      return texts[`=${value}`] ?? texts[rules.select(value)] ?? texts.other ?? '';
    },
    $select: (value, texts) => texts[value] ?? texts.other ?? '',
  };
}

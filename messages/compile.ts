import { type PluralCategory, parse, type Token } from '@messageformat/parser';
import type { Language } from './languages.ts';

export type { Token } from '@messageformat/parser';

// Messages are written in ICU MessageFormat: https://unicode-org.github.io/icu/userguide/format_parse/messages/

/**
 * The source of a message's text: an expression of its values `v` and the formatters of formatters.ts.
 * @throws Error if the pattern isn't valid, or uses a plural category that the language lacks
 */
export function compileMessage(pattern: string, language: Pick<Language, 'locale'>): string {
  return compileTokens(parseMessage(pattern, language), '');
}

/** @throws Error as compileMessage does */
export function parseMessage(pattern: string, { locale }: Pick<Language, 'locale'>): Token[] {
  return parse(pattern, { cardinal: pluralCategories(locale), strictPluralKeys: true });
}

export function pluralCategories(locale: string): PluralCategory[] {
  return new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
}

/** @param counted the expression that `#` stands for */
function compileTokens(tokens: Token[], counted: string): string {
  const parts = tokens.map((token) => {
    if (token.type === 'content') return JSON.stringify(token.value);
    if (token.type === 'octothorpe') return `$number(${counted})`;
    const value = `v.${token.arg}`;
    if (token.type === 'argument') return value;
    if (token.type === 'function') {
      if (token.key !== 'number' || token.param) throw new Error('A message formats only {…, number}');
      return `$number(${value})`;
    }
    if (token.type === 'selectordinal') throw new Error('A message has no ordinals');
    const texts = token.cases.map(({ key, tokens }) => {
      return `${JSON.stringify(key)}:${compileTokens(tokens, token.type === 'plural' ? value : counted)}`;
    });
    return `$${token.type}(${value},{${texts.join()}})`;
  });
  return parts.length === 0 ? '""' : parts.join('+');
}

/** The TypeScript types of a message's values, by name. */
export function valueTypes(tokens: Token[]): Map<string, string> {
  const types = new Map<string, string>();
  for (const token of tokens) {
    if (token.type === 'content' || token.type === 'octothorpe') continue;
    if (token.type === 'argument') types.set(token.arg, types.get(token.arg) ?? 'string');
    else if (token.type === 'select') {
      const keys = token.cases.map(({ key }) => key);
      types.set(token.arg, keys.includes('other') ? 'string' : keys.map((key) => `'${key}'`).join(' | '));
    } else types.set(token.arg, 'number');
    const inner = 'cases' in token ? valueTypes(token.cases.flatMap(({ tokens }) => tokens)) : [];
    for (const [name, type] of inner) if (!types.has(name) || type !== 'string') types.set(name, type);
  }
  return types;
}

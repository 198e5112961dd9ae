import { expect, test } from 'vitest';
import { compileMessage } from './compile.ts';
import { inLanguage } from './context.ts';
import { formatterNames, formattersOf } from './formatters.ts';
import { generatedLanguages, type LanguageCode, languages, shopLanguages } from './languages.ts';
import { inEach, m } from './messages.ts';
import { writePseudo } from './pseudo.ts';

function write(pattern: string, values: object = {}, code: LanguageCode = 'en'): string {
  const language = languages[code];
  const formatters = formattersOf(language);
  const source = `return ${compileMessage(pattern, language)}`;
  return new Function(...formatterNames, 'v', source)(...formatterNames.map((name) => formatters[name]), values);
}

test.each([...shopLanguages, ...generatedLanguages])('the numbers of %s are those of Intl', (code) => {
  const { locale, group, decimal } = languages[code];
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.5);
  const sign = (name: string) => parts.find(({ type }) => type === name)?.value;
  expect({ group, decimal }).toEqual({ group: sign('group'), decimal: sign('decimal') });
});

test('a message is written in the language of the work', () => {
  expect(m.shell.skipToContent()).toBe('Skip to content');
  expect(inLanguage('de', () => m.shell.skipToContent())).toBe('Zum Inhalt springen');
  expect(inLanguage('en-XA', m.shell.skipToContent)).toMatch(/^Šķîþ/);
});

test('a message in each language', () => {
  expect(inEach(m.shell.home)).toMatchObject({ en: 'Home', de: 'Startseite', sr: 'Početna' });
});

test('values, numbers and quotes', () => {
  expect(write(`"{name}" isn't {n, number}`, { name: '$& ` $x', n: 16_302 })).toBe('"$& ` $x" isn\'t 16,302');
  expect(write('{n, number}', { n: 16_302 }, 'sr')).toBe('16.302');
  expect(write('')).toBe('');
});

test.each([
  [0, 'ništa'],
  [1, '1 proizvod'],
  [3, '3 proizvoda'],
  [5, '5 proizvoda'],
  [21, '21 proizvod'],
  [1_002, '1.002 proizvoda'],
])('the plural of %i in Serbian', (count, expected) => {
  const pattern = '{count, plural, =0 {ništa} one {# proizvod} few {# proizvoda} other {# proizvoda}}';
  expect(write(pattern, { count }, 'sr')).toBe(expected);
});

test('a word chooses a text', () => {
  const pattern = '{state, select, paid {Paid by {name}} other {Open}}';
  expect(write(pattern, { state: 'paid', name: 'Ana' })).toBe('Paid by Ana');
  expect(write(pattern, { state: 'new', name: 'Ana' })).toBe('Open');
});

test.each(['{count, plural, few {#} other {#}}', '{day, date}', '{n, selectordinal, one {#st} other {#th}}', '{a'])(
  '%s is refused in English',
  (pattern) => {
    expect(() => compileMessage(pattern, languages.en)).toThrow();
  },
);

test('generated languages keep values, numbers and tags', () => {
  const pattern = 'See <link>{count, plural, one {# item} other {# items}}</link> of {name}, {n, number}';
  const values = { count: 2, name: 'Ana', n: 1_000 };
  expect(write(writePseudo(pattern, 'ltr'), values)).toBe('Šéé~ <link>2 îţéɱš~~</link> ôƒ~ Ana, 1,000');
  expect(write(writePseudo(pattern, 'rtl'), values, 'ar-XB')).toContain(
    '</link> \u200f\u202eof\u202c\u200f Ana, 1,000',
  );
});

// What means the same in texts that people type: in searches, and in names, of which one only can be taken. PostgreSQL compares
// names by its own copy of nameKey, so that the rule also holds for concurrent requests; names.test.ts compares the two.

/** Accents, as Unicode writes them apart from their letters. */
const ACCENTS = /[\u0300-\u036f]/g;
/** Soft hyphens, spaces without width, and marks of the direction of text. */
const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

/** Letters that Unicode does not take apart, as keyboards without them write them. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** Between the words of a name: white space and hyphens. */
const SEPARATORS = /[\t-\r \u0085\u1680\u2010-\u2015\u2028\u2029\u2212-]+/g;

/** A letter, or a sign that is not of ASCII, beside a digit. */
const LETTER_THEN_DIGIT = /([^\0-@[-`{-~])([0-9])/g;
const DIGIT_THEN_LETTER = /([0-9])([^\0-@[-`{-~])/g;

const ASCII = /^[\0-\x7f]*$/;

/** Text for a search letter by letter: trimmed, in lower case and NFC, and with one space for any white space. */
export function plainText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Text without case, accents, ligatures, widths and invisible characters. */
export function foldedText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(UNSEEN, '')
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

/** Equal for names that mean the same: also white space, hyphens, and a missing space beside a number make no difference. */
export function nameKey(name: string): string {
  return foldedText(name)
    .replace(LETTER_THEN_DIGIT, '$1 $2')
    .replace(DIGIT_THEN_LETTER, '$1 $2')
    .replace(SEPARATORS, ' ')
    .trim();
}

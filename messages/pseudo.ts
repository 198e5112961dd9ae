import { parse, type Token } from '@messageformat/parser';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'àƀçđéƒğĥîĵķļɱñôþǫŕšţûṽŵẋýžÀƁÇĐÉƑĞĤÎĴĶĻṀÑÔÞǪŔŠŢÛṼŴẊÝŽ';

/** How much longer than English other languages tend to be. */
const GROWTH = 0.4;

/** Marks around an override, which doesn't tell the direction of a text by its first letter. */
const RIGHT_TO_LEFT = '\u200f\u202e';
const END = '\u202c\u200f';

/** An English message with accents and 40 % longer, or with each word written from right to left. */
export function writePseudo(pattern: string, dir: 'ltr' | 'rtl'): string {
  return write(parse(pattern), dir === 'rtl' ? mirror : accent);
}

function write(tokens: Token[], change: (text: string) => string): string {
  return tokens
    .map((token) => {
      if (token.type === 'content') return change(token.value).replaceAll(/[{}]/g, "'$&'");
      if (token.type === 'octothorpe') return '#';
      if (token.type === 'argument') return `{${token.arg}}`;
      if (token.type === 'function') return `{${token.arg}, ${token.key}}`;
      const cases = token.cases.map(({ key, tokens }) => `${key} {${write(tokens, change)}}`);
      return `{${token.arg}, ${token.type}, ${cases.join(' ')}}`;
    })
    .join('');
}

/** Leaves the tags of a sentence as they are. */
function changeWords(text: string, change: (word: string) => string): string {
  return text
    .split(/(<\/?\w+>)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\p{L}+/gu, change)))
    .join('');
}

function accent(text: string): string {
  return changeWords(text, (word) => {
    const accented = [...word].map((letter) => ACCENTED[LETTERS.indexOf(letter)] ?? letter).join('');
    return accented + '~'.repeat(Math.round(word.length * GROWTH));
  });
}

function mirror(text: string): string {
  return changeWords(text, (word) => RIGHT_TO_LEFT + word + END);
}

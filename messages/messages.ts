/** The texts of the shop for servers and tests. The client has its own: see client.ts. */
import { compileMessage } from './compile.ts';
import { currentCode, inLanguage } from './context.ts';
import { formatterNames, formattersOf } from './formatters.ts';
import { type LanguageCode, languageCodes, languages } from './languages.ts';
import { readMessages } from './read.ts';
import type { Messages } from './types.ts';

export { currentCode, currentLanguage } from './context.ts';

type Write = (values?: object) => string;

/** Finds the messages of a language, and compiles each at its first use. */
function openTexts(code: LanguageCode): (area: string, key: string) => Write {
  const language = languages[code];
  const patterns = readMessages(code);
  const formatters = formattersOf(language);
  const parts = formatterNames.map((name) => formatters[name]);
  const compiled = new Map<string, Write>();
  return (area, key) => {
    const pattern = patterns[area]?.[key];
    if (pattern === undefined) throw new Error(`There is no message ${area}.${key}`);
    const known = compiled.get(pattern);
    if (known) return known;
    const write = new Function(...formatterNames, 'v', `return ${compileMessage(pattern, language)}`).bind(
      null,
      ...parts,
    );
    compiled.set(pattern, write);
    return write;
  };
}

const texts = new Map<LanguageCode, ReturnType<typeof openTexts>>();

function textsOf(code: LanguageCode): ReturnType<typeof openTexts> {
  const known = texts.get(code) ?? openTexts(code);
  texts.set(code, known);
  return known;
}

/** An object whose properties are made when they are first asked for. */
function lazily<T>(make: (key: string) => T): Record<string, T> {
  const made = new Map<string, T>();
  return new Proxy<Record<string, T>>(
    {},
    {
      get(_target, key) {
        const name = String(key);
        const property = made.get(name) ?? make(name);
        made.set(name, property);
        return property;
      },
    },
  );
}

/** The texts of the shop, by area and name, in the language of the current work. */
export const m = lazily((area) =>
  lazily(
    (key): Write =>
      (values) =>
        textsOf(currentCode())(area, key)(values),
  ),
) as unknown as Messages;

/** A message without values in each language. */
export function inEach(message: () => string): Record<LanguageCode, string> {
  const entries = languageCodes.map((code) => [code, inLanguage(code, message)]);
  return Object.fromEntries(entries);
}

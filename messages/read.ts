import { readFileSync } from 'node:fs';
import { DEFAULT_LANGUAGE, type LanguageCode, languages } from './languages.ts';
import { writePseudo } from './pseudo.ts';

/** The patterns of a language, by area and name. */
export type Patterns = Record<string, Record<string, string>>;

/** The messages of a language: its file, or for a generated language the default one's, made conspicuous. */
export function readMessages(code: LanguageCode): Patterns {
  const { isGenerated, dir } = languages[code];
  if (!isGenerated) return JSON.parse(readFileSync(new URL(`${code}.json`, import.meta.url), 'utf8'));
  const patterns = readMessages(DEFAULT_LANGUAGE);
  return Object.fromEntries(
    Object.entries(patterns).map(([area, texts]) => [
      area,
      Object.fromEntries(Object.entries(texts).map(([key, pattern]) => [key, writePseudo(pattern, dir)])),
    ]),
  );
}

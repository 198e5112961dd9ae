import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../backend/config.ts';
import { parseMessage, pluralCategories, type Token, valueTypes } from '../../messages/compile.ts';
import { DEFAULT_LANGUAGE, type LanguageCode, languages, shopLanguages } from '../../messages/languages.ts';
import { type Patterns, readMessages } from '../../messages/read.ts';
import { formatMessages, messageFile } from '../messages.ts';

const SOURCES = '{backend,frontend,workers}/**/*.{ts,tsx,html}';
const USE = /\bm\.(\w+)\.(\w+)/g;
const TAG = /<\/?\w+>/g;

type Message = { name: string; pattern: string };

function listMessages(patterns: Patterns): Message[] {
  return Object.entries(patterns).flatMap(([area, texts]) =>
    Object.entries(texts).map(([key, pattern]) => ({ name: `${area}.${key}`, pattern })),
  );
}

/** The messages that the default language has and no source uses. */
export function findUnused(patterns: Patterns, sources: readonly string[]): string[] {
  const used = new Set(sources.flatMap((source) => [...source.matchAll(USE)].map(([, area, key]) => `${area}.${key}`)));
  return listMessages(patterns)
    .filter(({ name }) => !used.has(name))
    .map(({ name }) => `${name} is not used`);
}

/** What is wrong with the messages of a language, compared with those of the default one. */
export function findMistakes(code: LanguageCode, patterns: Patterns, originals: Patterns): string[] {
  const texts = new Map(listMessages(patterns).map(({ name, pattern }) => [name, pattern]));
  const known = new Map(listMessages(originals).map(({ name, pattern }) => [name, pattern]));
  const extra = [...texts.keys()]
    .filter((name) => !known.has(name))
    .map((name) => `${code}: ${name} is not in English`);
  const others = [...known].flatMap(([name, original]) => {
    const pattern = texts.get(name);
    if (pattern === undefined) return [`${code}: ${name} is missing`];
    return findFaults(code, pattern, original).map((fault) => `${code}: ${name} ${fault}`);
  });
  return [...extra, ...others];
}

function findFaults(code: LanguageCode, pattern: string, original: string): string[] {
  try {
    const tokens = parseMessage(pattern, languages[code]);
    const forms = findMissingForms(tokens, pluralCategories(languages[code].locale));
    const expected = parseMessage(original, languages[DEFAULT_LANGUAGE]);
    return [
      ...(pattern.trim() === '' ? ['is empty'] : []),
      ...forms.map((form) => `lacks the plural form "${form}"`),
      ...(valuesOf(tokens) === valuesOf(expected) ? [] : [`has other values: ${valuesOf(tokens)}`]),
      ...(tagsOf(pattern) === tagsOf(original) ? [] : [`has other tags: ${tagsOf(pattern)}`]),
    ];
  } catch (error) {
    return [`is not valid: ${error instanceof Error ? error.message.split('\n')[0] : error}`];
  }
}

function findMissingForms(tokens: readonly Token[], categories: readonly string[]): string[] {
  return tokens.flatMap((token) => {
    if (!('cases' in token)) return [];
    const given = token.cases.map(({ key }) => key);
    const missing = token.type === 'plural' ? categories.filter((category) => !given.includes(category)) : [];
    return [...missing, ...token.cases.flatMap(({ tokens }) => findMissingForms(tokens, categories))];
  });
}

function valuesOf(tokens: Token[]): string {
  const values = [...valueTypes(tokens)].map(([name, type]) => `${name}: ${type}`);
  return values.sort().join(', ');
}

function tagsOf(pattern: string): string {
  return [...new Set(pattern.match(TAG))].sort().join(' ');
}

function findUnsorted(): string[] {
  return shopLanguages
    .filter((code) => formatMessages(readMessages(code)) !== readFileSync(messageFile(code), 'utf8'))
    .map((code) => `${code}.json is not sorted: run \`make messages\``);
}

if (import.meta.main) {
  const originals = readMessages(DEFAULT_LANGUAGE);
  const files = globSync(SOURCES, { cwd: projectFolder }).filter((file) => !/\.test\.tsx?$/.test(file));
  const sources = files.map((file) => readFileSync(join(projectFolder, file), 'utf8'));
  const problems = [
    ...findUnsorted(),
    ...findUnused(originals, sources),
    ...shopLanguages.flatMap((code) => findMistakes(code, readMessages(code), originals)),
  ];
  for (const problem of problems) process.stderr.write(`Messages: ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

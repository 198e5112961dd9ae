import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { nameKey } from '#contract/values/words.ts';
import { createTestDatabase } from '../../../testing/servers/postgres.ts';

/** Letters that are newer than the oldest ICU that PostgreSQL may be built with. */
const NEW = /[\u1c89\u1c8a\ua7b8-\ua7ff]/;
const SCRIPTS = [
  'Common',
  'Inherited',
  'Latin',
  'Greek',
  'Cyrillic',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
  'Hangul',
];
const CHARACTER = new RegExp(
  `[${[...SCRIPTS, 'Han', 'Hiragana', 'Katakana'].map((name) => `\\p{sc=${name}}`).join('')}]`,
  'u',
);

/** Every character of these scripts that PostgreSQL can store. */
const characters = Array.from({ length: 0x11000 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => CHARACTER.test(character) && character !== '\0' && !NEW.test(character),
);

test('PostgreSQL compares names as nameKey does', async () => {
  const client = new pg.Client(await createTestDatabase(inject('postgresUrl')));
  await client.connect();
  const names = characters.flatMap((character) => [`a${character}1`, `${character}1 b`]);
  const { rows } = await client.query<{ name: string; key: string }>(
    'select name, name_key(name) as key from unnest($1::text[]) name',
    [names],
  );
  await client.end();
  expect(rows.filter(({ name, key }) => nameKey(name) !== key).map(({ name }) => name)).toEqual([]);
  expect(rows).toHaveLength(names.length);
});

test.each([
  ['Slušalice', 'SLUSALICE'.normalize('NFD'), 'slušalice'.normalize('NFD')],
  ['Mobile phones', 'mobile\u00a0 phones', 'Mobile-Phones', ' MOBILE – PHONES '],
  ['SPRING10', 'spring 10', 'Spring-10', 'SPR\u00adING\u200b10', 'ＳＰＲＩＮＧ１０'],
  ['Đorđe Straße', 'dorde strasse'],
])('%s means the same as %s', (name, ...others) => {
  for (const other of others) expect(nameKey(other)).toBe(nameKey(name));
});

test.each([
  ['C++', 'C#'],
  ['user 1-12', 'user 11-2'],
  ['ハス', 'バス'],
  ['john.doe', 'john_doe'],
])('%s does not mean the same as %s', (name, other) => {
  expect(nameKey(other)).not.toBe(nameKey(name));
});

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { RawJson } from './json.ts';

/** Texts that have broken programs. NAUGHTY_STRINGS adds those of a JSON file, such as the Big List of Naughty Strings. */
const naughty = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00\ud800',
  '\ufeff',
  '\u202eevil\u202c',
  '\u200b\u200d\u2060',
  'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f',
  '😀👩‍👩‍👧‍👦🏳️‍🌈',
  'İıſK',
  '表ポあA鷗Œé',
  '\r\nSet-Cookie: a=b',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '%00',
  '%2e%2e%2f',
  '%',
  '%zz',
  "'; drop table product; --",
  "' or '1'='1",
  '\\',
  '%_',
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}',
  '=cmd|calc!A1',
  'constructor',
  '__proto__',
  'toString',
  'undefined',
  'null',
  'NaN',
  '-0',
  '1e999',
  '0x10',
  '９',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '9999-12-31T23:59:59Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-02-30',
  'pi_',
  'x@y',
  `${'a'.repeat(300)}@example.com`,
  '(a+)+$',
  'javascript:alert(1)',
  'http://127.0.0.1:22/',
  'file:///etc/passwd',
  ...readMore(process.env.NAUGHTY_STRINGS),
];

function readMore(file: string | undefined): string[] {
  return file ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

const nested = (open: string, close: string, depth: number) => new RawJson(open.repeat(depth) + close.repeat(depth));

/** Fits into a body of 100 kB, or does not. */
const huge = fc
  .constantFrom('x', '\u0000', '😀', '\ud800', ' ', '"')
  .chain((character) => fc.constantFrom(257, 5000, 20_000, 110_000).map((length) => character.repeat(length)));

/** Any UTF-16, also what is not a text. */
const utf16 = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  maxLength: 20,
});

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...naughty) },
  { weight: 2, arbitrary: utf16 },
  { weight: 1, arbitrary: huge },
);

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -1, 0.005, 1e21, -1e308, 2 ** 31, 2 ** 53, Number.MIN_VALUE),
  fc.constantFrom('1e400', '-1e400', '-0', '1E-400', '99999999999999999999').map((text) => new RawJson(text)),
  fc.double(),
);

const names = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'length',
  '_id',
  'id',
  'role',
  '0',
  '',
);

/** With Object.fromEntries, __proto__ is an ordinary member. */
const hostileObject: fc.Arbitrary<unknown> = fc
  .array(fc.tuple(names, fc.constantFrom<unknown>(null, 1, 'x', true, [], { $gt: '' })), { maxLength: 3 })
  .map((members) => Object.fromEntries(members));

/** A value that hardly any field takes. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], ['a', 'b']) },
  { weight: 3, arbitrary: hostileObject },
  {
    weight: 1,
    arbitrary: fc.constantFrom(nested('[', ']', 500), nested('[', ']', 40_000), nested('{"a":', '}', 9000)),
  },
  { weight: 1, arbitrary: fc.array(fc.constant(null), { minLength: 1000, maxLength: 2000 }) },
);

/** Bodies that are not a JSON object, or not even JSON. */
export const hostileBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      ...[
        '',
        'null',
        '[]',
        '""',
        '5',
        '{',
        '{}',
        '{"a":1,}',
        "{'a':1}",
        '{"a":1}{"a":2}',
        'NaN',
        '\ufeff{}',
        '{"a":\u0000}',
      ],
      '{"id":1,"id":2}',
      `{"a":"${'x'.repeat(200_000)}"}`,
      '['.repeat(90_000),
      '{"__proto__":{"role":"admin"}}',
    )
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

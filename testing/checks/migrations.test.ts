import { expect, test } from 'vitest';
import { findProblems } from './migrations.ts';

test.each([
  ['require-concurrent-index-creation', 'create index a on product (title);'],
  ['require-concurrent-index-deletion', 'drop index product_title_index;'],
  ['adding-required-field', 'alter table product add column size integer not null;'],
  ['adding-not-nullable-field', 'alter table product alter column family set not null;'],
  ['changing-column-type', 'alter table product alter column price_cents type bigint;'],
  ['constraint-missing-not-valid', 'alter table product add constraint a check (price_cents > 0);'],
  ['disallowed-unique-constraint', 'alter table product add constraint a unique (title);'],
  ['ban-drop-column', 'alter table product drop column family;'],
  ['ban-drop-table', 'drop table product;'],
  ['renaming-column', 'alter table product rename column family to series;'],
  [
    'one-table-per-transaction',
    'alter table product add size integer null; alter table category add size integer null;',
  ],
  ['renaming-table', 'alter table product rename to article;'],
])('rejects %s', (rule, sql) => {
  expect(findProblems('a.ts', sql, true)).toContain(rule);
});

test.each([
  ['an index on a table of the same migration', 'create table a (id uuid primary key); create index b on a (id);'],
  ['a column that may be null', 'alter table product add column size integer null;'],
  ['a column with a default', 'alter table product add column size integer not null default 0;'],
  ['a constraint that is not validated', 'alter table product add constraint a check (price_cents > 0) not valid;'],
  [
    'a table and one of the same migration',
    'create table a (id uuid primary key); alter table a add b integer null; alter table product add b integer null;',
  ],
  ['what a comment permits', '-- squawk-ignore ban-drop-column\nalter table product drop column family;'],
])('allows %s', (_what, sql) => {
  expect(findProblems('a.ts', sql, true)).toBe('');
});

test('allows an index that is built concurrently, outside of a transaction only', () => {
  const sql = 'drop index concurrently if exists a; create index concurrently a on product (title);';
  expect(findProblems('a.ts', sql, false)).toBe('');
  expect(findProblems('a.ts', sql, true)).toContain('ban-concurrent-index-creation-in-transaction');
});

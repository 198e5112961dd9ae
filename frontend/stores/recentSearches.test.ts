import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
});

const open = () => import('./recentSearches.ts');

test('keeps the latest six searches, each once', async () => {
  const { recentSearches, rememberSearch } = await open();
  for (const text of ['a', 'b', ' c ', 'd', 'e', 'f', 'g', '', ' ', 'B']) rememberSearch(text);
  expect(recentSearches.texts).toEqual(['B', 'g', 'f', 'e', 'd', 'c']);
  vi.resetModules();
  expect((await open()).recentSearches.texts).toEqual(['B', 'g', 'f', 'e', 'd', 'c']);
});

test('forgets one search, and stores nothing without any', async () => {
  const { recentSearches, rememberSearch, forgetSearch } = await open();
  rememberSearch('a');
  rememberSearch('b');
  forgetSearch('a');
  expect(recentSearches.texts).toEqual(['b']);
  forgetSearch('b');
  expect(localStorage.getItem('searches')).toBeNull();
});

test.each(['{', '{}', 'null', '"a"', '[1,null,{"a":1}]', JSON.stringify(['x'.repeat(101)])])(
  'ignores stored searches of %s',
  async (stored) => {
    localStorage.setItem('searches', stored);
    expect((await open()).recentSearches.texts).toEqual([]);
  },
);

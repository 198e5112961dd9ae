import { describe, expect, test } from 'vitest';
import { notFoundText } from './not-found-text.ts';
import { type PageName, pagePatterns } from './page-addresses.ts';
import { pageText } from './pages.ts';
import { documentTitle, summary } from './shop-page.ts';

test('an unknown address has a title that says so', () => {
  expect(pageText('/x', 'WebShop')).toEqual(notFoundText());
});

test('every page has a title of its own, and outside the dashboard a description', () => {
  const names = Object.keys(pagePatterns) as PageName[];
  const textOf = (name: PageName) => pageText(pagePatterns[name], 'WebShop');
  const shown = names.filter((name) => !isScreen(name));
  expect(new Set(names.map((name) => textOf(name).title)).size).toBe(names.length);
  expect(new Set(shown.map((name) => textOf(name).description)).size).toBe(shown.length);
  expect(documentTitle(pageText('/', 'WebShop').title, 'WebShop')).toBe('WebShop');
  expect(documentTitle(pageText('/contact', 'WebShop').title, 'WebShop')).toBe('Contact Us · WebShop');
});

test('a shop with another name has it in all texts', () => {
  for (const pattern of Object.values(pagePatterns)) {
    const { title, description } = pageText(pattern, 'Tom $& Sons');
    expect(documentTitle(title, 'Tom $& Sons') + description).not.toContain('WebShop');
  }
  expect(pageText('/', 'Tom $& Sons').description).toContain('products at Tom $& Sons.');
});

function isScreen(name: PageName): boolean {
  return pagePatterns[name].startsWith(pagePatterns.statistics);
}

describe('a summary', () => {
  test('of a short text is the text on one line', () => {
    expect(summary('  Loud\n\nand  clear. ')).toBe('Loud and clear.');
    expect(summary('')).toBe('');
  });

  test('cuts between words', () => {
    const text = summary('word, '.repeat(100));
    expect(text).toMatch(/^(word, )+word…$/);
    expect(text.length).toBeLessThanOrEqual(160);
  });

  test('of one endless word does not split characters', () => {
    const text = summary(`x${'😀'.repeat(200)}`);
    expect(text.isWellFormed()).toBe(true);
    expect(text.length).toBeLessThanOrEqual(160);
  });
});

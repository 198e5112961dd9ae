import { expect, test } from 'vitest';
import { countryCodes } from './countries.ts';

test('each of the 249 countries has a name of its own', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const named = new Set(countryCodes.map((code) => names.of(code)));
  expect(named.has(undefined)).toBe(false);
  expect(named.size).toBe(249);
});

import { iso31662 } from 'iso-3166';
import { expect, test } from 'vitest';
import { statesOf } from './states.ts';

/** What the posts know besides ISO 3166-2, and what has no addresses. */
const added: Record<string, string[]> = { IT: ['AO'], US: ['AA', 'AE', 'AP'] };
const left = ['US-UM'];

/** A name in plain letters: without the macrons of Indian names, and without a second name. */
function plain(name: string): string {
  const first = name.split(/, | \(/)[0] ?? name;
  return first.normalize('NFD').replaceAll('\u0304', '').normalize('NFC');
}

test.each(['AU', 'BR', 'CA', 'IN', 'IT', 'US'])('the states of %s are those of ISO 3166-2', (country) => {
  const listed = iso31662.filter(({ code }) => code.startsWith(`${country}-`) && !left.includes(code));
  // The regions of Italy have numbers, its provinces letters.
  const expected = listed
    .map(({ code, name }) => [code.slice(3), plain(name)] as const)
    .filter(([code]) => !/\d/.test(code));
  const own = [...statesOf(country)].filter(([code]) => !added[country]?.includes(code));
  expect(Object.fromEntries(own)).toEqual(Object.fromEntries(expected));
  expect([...statesOf(country).keys()]).toEqual(expect.arrayContaining(added[country] ?? []));
});

test('addresses in other countries name none', () => {
  expect(statesOf('RS').size).toBe(0);
  expect(statesOf('').size).toBe(0);
});

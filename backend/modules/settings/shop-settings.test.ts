import { expect, test } from 'vitest';
import { openSettings, parseAddress } from './shop-settings.ts';

test('a shop of which nothing is known is in Belgrade, and takes goods back for 14 days', () => {
  const { timeZone, returnDays, languages } = openSettings({}).last();
  expect({ timeZone, returnDays, languages }).toEqual({
    timeZone: 'Europe/Belgrade',
    returnDays: 14,
    languages: ['en'],
  });
});

test.each([
  ['Main Street 1, 21000 Novi Sad', ['Main Street 1', '21000', 'Novi Sad']],
  ['Main Street 1\n21000 Novi Sad', ['Main Street 1', '21000', 'Novi Sad']],
  ['House C, Main Street 1,1012 AB Amsterdam', ['House C, Main Street 1', '1012 AB', 'Amsterdam']],
  ['House C\nMain Street 1\nSW1A 1AA London', ['House C, Main Street 1', 'SW1A 1AA', 'London']],
  ['Ring 1, A-1010 Wien', ['Ring 1', 'A-1010', 'Wien']],
  ['Main Street 1, Novi Sad', ['Main Street 1', '', 'Novi Sad']],
  ['Main Street 1', ['Main Street 1', '', '']],
])('reads the address %j', (text, [street, postCode, city]) => {
  expect(parseAddress(text)).toEqual({ street, postCode, city });
});

import { describe, expect, test } from 'vitest';
import { addressLines, addressProblems, placeFields, statePart } from './address-forms.ts';
import { countryCodes } from './countries.ts';

const ada = { name: 'Ada Lovelace', address: 'Main Street 1', city: 'Town', postCode: '1234', country: 'RS' };

test.each([
  ['RS', ['postCode', 'city']],
  ['GB', ['city', 'postCode']],
  ['US', ['city', 'state', 'postCode']],
  ['CA', ['city', 'state', 'postCode']],
  ['AU', ['city', 'state', 'postCode']],
  ['BR', ['city', 'state', 'postCode']],
  ['IT', ['postCode', 'city', 'state']],
  ['IN', ['city', 'postCode', 'state']],
  ['AE', ['city']],
  ['HK', ['city']],
  ['QA', ['city']],
  ['', ['city', 'postCode']],
])('an address in %s has the fields %j', (country, fields) => {
  expect(placeFields(country)).toEqual(fields);
});

describe('the lines of an address', () => {
  test.each([
    ['RS', {}, ['1234 Town', 'Serbia']],
    ['GB', { postCode: 'SW1A 1AA' }, ['Town', 'SW1A 1AA', 'United Kingdom']],
    ['US', { state: 'NY', postCode: '12345' }, ['Town, NY 12345', 'United States']],
    ['US', {}, ['Town 1234', 'United States']],
    ['IT', { state: 'MI' }, ['1234 Town MI', 'Italy']],
    ['BR', { state: 'SP' }, ['Town-SP', '1234', 'Brazil']],
    ['IN', { state: 'KA' }, ['Town 1234', 'Karnataka', 'India']],
    ['AE', { city: 'Dubai', postCode: '' }, ['Dubai', 'United Arab Emirates']],
    ['QA', { city: 'Doha', postCode: '' }, ['Doha', 'Qatar']],
    ['SG', { city: 'Singapore', postCode: '018956' }, ['SINGAPORE 018956', 'Singapore']],
  ])('are those of %s with %j', (country, change, place) => {
    expect(addressLines({ ...ada, country, ...change })).toEqual(['Ada Lovelace', 'Main Street 1', ...place]);
  });

  test('have the company where the country puts it', () => {
    expect(addressLines({ ...ada, company: 'Engines', country: 'AT' })[0]).toBe('Engines');
    expect(addressLines({ ...ada, company: 'Engines' }).slice(0, 2)).toEqual(['Ada Lovelace', 'Engines']);
    expect(addressLines({ ...ada, company: 'Engines', name: '' })[0]).toBe('Engines');
  });

  test('are in the order of their script', () => {
    const tokyo = { ...ada, postCode: '100-0001', city: 'Tokyo', country: 'JP' };
    expect(addressLines(tokyo)).toEqual(['Ada Lovelace', 'Main Street 1, Tokyo', '100-0001', 'Japan']);
    const own = { ...tokyo, name: '山田太郎', address: '千代田1-1', city: '東京都' };
    expect(addressLines(own)).toEqual(['〒100-0001', '東京都', '千代田1-1', '山田太郎', 'Japan']);
  });

  test.each(countryCodes)('show all that an address in %s has', (country) => {
    const lines = addressLines({ ...ada, company: 'Engines', country }).join('\n');
    for (const part of ['Ada Lovelace', 'Engines', 'Main Street 1', 'Town']) expect(lines).toContain(part);
    expect(lines.includes('1234')).toBe(placeFields(country).includes('postCode'));
  });
});

describe('an address', () => {
  test('needs a name or a company, a street, a city, a post code and a country', () => {
    const empty = { name: '', address: '', city: '', postCode: '', country: '' };
    expect(Object.keys(addressProblems(empty))).toEqual(['name', 'address', 'city', 'postCode', 'country']);
    expect(addressProblems({ ...ada, name: '', company: 'Engines' })).toEqual({});
  });

  test.each(['AE', 'HK', 'QA'])('needs no post code in %s', (country) => {
    expect(addressProblems({ ...ada, postCode: '', country })).toEqual({});
  });

  test('has a state of its country, or none', () => {
    expect(addressProblems({ ...ada, country: 'US', state: 'CA' })).toEqual({});
    expect(addressProblems({ ...ada, country: 'US' })).toEqual({});
    expect(Object.keys(addressProblems({ ...ada, country: 'US', state: 'XX' }))).toEqual(['state']);
    expect(statePart({ country: 'US', state: 'CA' })).toEqual({ state: 'CA' });
    expect(statePart({ country: 'RS', state: 'CA' })).toEqual({});
    expect(statePart({ country: 'US', state: '' })).toEqual({});
  });

  test('needs a country that exists', () => {
    expect(Object.keys(addressProblems({ ...ada, country: 'XX' }))).toEqual(['country']);
  });
});

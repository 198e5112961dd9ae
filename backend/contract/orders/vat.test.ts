import { describe, expect, test } from 'vitest';
import { isReverseCharge, isVatId, plainVatId } from './vat.ts';

test('VAT ids lose spaces and dots, and are in capitals', () => {
  expect(plainVatId(' atu 1234.5678 ')).toBe('ATU12345678');
});

test.each([
  ...['ATU12345678', 'BE0123456789', 'BE1123456789', 'BG123456789', 'BG1234567890', 'CY12345678X', 'CZ12345678'],
  ...['DE123456789', 'DK12345678', 'EE123456789', 'EL123456789', 'ESX12345678', 'ES12345678X', 'ESX1234567X'],
  ...['FI12345678', 'FRXX123456789', 'FR12123456789', 'HR12345678901', 'HU12345678', 'IE1234567X', 'IE1X23456X'],
  ...['IE1234567FA', 'IT12345678901', 'LT123456789', 'LT123456789012', 'LU12345678', 'LV12345678901', 'MT12345678'],
  ...['NL123456789B12', 'PL1234567890', 'PT123456789', 'RO12', 'RO1234567890', 'SE123456789012', 'SI12345678'],
  ...['SK1234567890', 'XI123456789', 'XI123456789012', 'XIGD123', 'XIHA567'],
])('%s has the form of its country', (vatId) => {
  expect(isVatId(vatId)).toBe(true);
});

test.each([
  ...['', 'AT', '12345678', 'AT12345678', 'ATU1234567', 'ATU123456789', 'BE2123456789', 'CY123456789', 'DE12345678'],
  ...[
    'ES123456789',
    'FRIO123456789',
    'GB123456789',
    'GR123456789',
    'NL123456789A12',
    'RO1',
    'RS123456789',
    'DE12345678a',
  ],
  ...['XIGD12', 'constructor'],
])('%j has not', (vatId) => {
  expect(isVatId(vatId)).toBe(false);
});

describe('reverse charge', () => {
  const supply = { vatId: 'ATU12345678', vatCheck: 'valid', shopCountry: 'DE', places: ['AT'] } as const;

  test('is for a valid VAT id of another EU country and goods that go to another EU country', () => {
    expect(isReverseCharge(supply)).toBe(true);
    expect(isReverseCharge({ ...supply, places: ['FR'] })).toBe(true);
    expect(isReverseCharge({ ...supply, vatId: 'EL123456789', places: ['GR'] })).toBe(true);
  });

  test.each([
    ['a VAT id of the shop’s country', { vatId: 'DE123456789' }],
    ['goods that stay in the country', { places: ['DE'] }],
    ['goods that are collected', { places: [] }],
    ['goods that leave the EU', { places: ['RS'] }],
    ['goods that go to a territory outside the EU’s VAT area', { places: ['ES-CN', 'ES'] }],
    ['a shop outside the EU', { shopCountry: 'RS' }],
    ['a shop whose country is unknown', { shopCountry: '' }],
    ['a Greek shop with a Greek buyer', { shopCountry: 'GR', vatId: 'EL123456789' }],
    ['an unknown VAT id', { vatCheck: 'invalid' as const }],
    ['a VAT id that could not be checked', { vatCheck: 'unavailable' as const }],
    ['nobody with a VAT id', { vatCheck: null, vatId: '' }],
  ])('is not for %s', (_what, change) => {
    expect(isReverseCharge({ ...supply, ...change })).toBe(false);
  });

  test('is for Northern Ireland, but not for the rest of the United Kingdom', () => {
    const irish = { ...supply, vatId: 'XI123456789' };
    expect(isReverseCharge({ ...irish, places: ['GB-NIR', 'GB'] })).toBe(true);
    expect(isReverseCharge({ ...irish, places: ['GB'] })).toBe(false);
  });
});

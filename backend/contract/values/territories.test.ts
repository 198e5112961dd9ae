import { expect, test } from 'vitest';
import { countryCodes } from './countries.ts';
import { countryOfPlace, placeCodes, placeName, placesOf } from './territories.ts';

test.each([
  ['ES', '35001', 'ES-CN', 'Canary Islands'],
  ['ES', '38 400', 'ES-CN', 'Canary Islands'],
  ['ES', '51001', 'ES-CE', 'Ceuta'],
  ['ES', '52006', 'ES-ML', 'Melilla'],
  ['DE', '78266', 'DE-BUESINGEN', 'Büsingen am Hochrhein'],
  ['DE', '27498', 'DE-HELGOLAND', 'Heligoland'],
  ['IT', '23041', 'IT-LIVIGNO', 'Livigno'],
  ['IT', '22061', 'IT-CAMPIONE', "Campione d'Italia"],
  ['FI', '22100', 'AX', 'Åland Islands'],
  ['GB', 'bt1 5gs', 'GB-NIR', 'Northern Ireland'],
  ['GR', '630 86', 'GR-69', 'Mount Athos'],
  ['FR', '97400', 'RE', 'Réunion'],
  ['FR', '97150', 'MF', 'St. Martin'],
  ['FI', 'AX-22100', 'AX', 'Åland Islands'],
  ['FI', 'FI-22100', 'AX', 'Åland Islands'],
  ['FI', 'FIN-22100', 'AX', 'Åland Islands'],
  ['DE', 'd - 27498', 'DE-HELGOLAND', 'Heligoland'],
  ['DE', 'D78266', 'DE-BUESINGEN', 'Büsingen am Hochrhein'],
  ['IT', 'I-23041', 'IT-LIVIGNO', 'Livigno'],
  ['ES', 'E 35001', 'ES-CN', 'Canary Islands'],
  ['GR', 'GR-630 86', 'GR-69', 'Mount Athos'],
  ['FR', 'F-97400', 'RE', 'Réunion'],
  ['GB', 'BT-1', 'GB-NIR', 'Northern Ireland'],
  ['GB', 'GB-BT1 5GS', 'GB-NIR', 'Northern Ireland'],
])('%s %s is in %s', (country, postCode, code, name) => {
  expect(placesOf(country, postCode)).toEqual([code, country]);
  expect(placeName(code)).toBe(name);
  expect(placeCodes).toContain(code);
});

test.each([
  ['ES', '28001'],
  ['ES', ''],
  ['DE', '35001'],
  ['IT', '23030'],
  ['FI', 'FI-00100'],
  ['DE', 'D-35001'],
  ['GB', 'B1 1AA'],
  ['GB', 'BB1 1AA'],
  ['FR', '75001'],
  ['AX', '22100'],
])('%s %s is in no territory', (country, postCode) => {
  expect(placesOf(country, postCode)).toEqual([country]);
});

test('an unknown country is nowhere', () => {
  expect(placesOf(null, '35001')).toEqual([]);
});

test('places are countries and territories, each once and with the country of its addresses', () => {
  expect(new Set(placeCodes).size).toBe(placeCodes.length);
  for (const code of placeCodes) expect(countryCodes).toContain(countryOfPlace(code));
  expect([countryOfPlace('ES-CN'), countryOfPlace('RE'), countryOfPlace('RS')]).toEqual(['ES', 'RE', 'RS']);
  expect(placeName('RS')).toBe('Serbia');
});

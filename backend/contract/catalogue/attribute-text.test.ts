import { expect, test } from 'vitest';
import { inLanguage } from '#messages/context.ts';
import { attributeRangeText, attributeText } from './attribute-text.ts';

test.each([
  [true, '', 'Yes'],
  [false, '', 'No'],
  ['Walnut', '', 'Walnut'],
  ['43 × 35', 'cm', '43 × 35 cm'],
  [16, 'GB', '16 GB'],
  [512, 'GB', '512 GB'],
  [1000, 'GB', '1 TB'],
  [1024, 'GB', '1 TB'],
  [1500, 'GB', '1.5 TB'],
  [4096, 'GB', '4 TB'],
  [1234, 'GB', '1,234 GB'],
  [2_000_000, 'MB', '2 TB'],
  [512, 'MB', '512 MB'],
  [1.29, 'kg', '1.29 kg'],
  [0, '', '0'],
  [-20, '°C', '-20 °C'],
  [1_234_567.8901, 'h', '1,234,567.8901 h'],
  [1000, 'mAh', '1,000 mAh'],
  [2024, '', '2024'],
  [12_700.5, '', '12700.5'],
  [0.0000001, 'F', '0.0000001 F'],
])('%j with the unit %j reads "%s"', (value, unit, text) => {
  expect(attributeText({ value, unit })).toBe(text);
});

test.each([
  [true, '', 'Ja'],
  [1.29, 'kg', '1,29 kg'],
  [1234, 'GB', '1.234 GB'],
  [2024, '', '2024'],
])('in German, %j with the unit %j reads "%s"', (value, unit, text) => {
  expect(inLanguage('de', () => attributeText({ value, unit }))).toBe(text);
});

test('a range of values', () => {
  expect(attributeRangeText(4, 64, 'GB')).toBe('4 to 64 GB');
  expect(inLanguage('sr', () => attributeRangeText(512, 2000, 'GB'))).toBe('od 512 GB do 2 TB');
});

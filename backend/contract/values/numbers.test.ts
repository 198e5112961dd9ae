import { describe, expect, it } from 'vitest';
import { inLanguage } from '#messages/context.ts';
import { decimalText, formatDecimal, formatNumber, pointNotation, readNumber } from './numbers.ts';

describe('formatNumber', () => {
  it.each([
    [0, 0, '0'],
    [999, 0, '999'],
    [1000, 0, '1,000'],
    [16_302, 0, '16,302'],
    [1_234_567, 0, '1,234,567'],
    [1234.5, 2, '1,234.50'],
    [-1234, 0, '-1,234'],
    [4.85, 1, '4.8'],
  ] as const)('writes %d with %d decimals as %s', (value, decimals, text) => {
    expect(formatNumber(value, decimals)).toBe(text);
  });
});

describe('readNumber', () => {
  it.each([
    ['0', 0],
    ['12', 12],
    [' 12.5 ', 12.5],
    ['12,5', 12.5],
    ['12,50', 12.5],
    ['0,125', 0.125],
    ['1234,567', 1234.567],
    ['1.349', 1.349],
    ['1,200', 1200],
    ['1,349.00', 1349],
    ['16,302,000', 16_302_000],
    ['-5', -5],
    ['\u22125,5', -5.5],
  ])('reads %j as %d', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });

  it.each([
    '1.349,00',
    '1 349',
    '1,20,0',
    '1,2000,5',
    '1.2.3',
    '1.200.00',
    '01,200',
    '1,200,50',
    '12 5',
    '5,',
    '.5',
    '--5',
    '1e3',
    '12€',
    'ten',
  ])('refuses %j', (text) => expect(readNumber(text)).toBeNaN());

  it.each(['', '  '])('finds no number in %j', (text) => expect(readNumber(text)).toBeNull());

  it.each([0, 1000, 1_234_567])('reads what formatNumber writes of %d', (value) => {
    for (const decimals of [0, 1, 2] as const) expect(readNumber(formatNumber(value, decimals))).toBe(value);
  });
});

describe('in German', () => {
  it.each([
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['0.125', 0.125],
    ['1.200', 1200],
    ['1.349,00', 1349],
    ['1234,567', 1234.567],
    ['16.302.000', 16_302_000],
    ['-5,5', -5.5],
  ])('reads %j as %d', (text, value) => {
    expect(inLanguage('de', () => readNumber(text))).toBe(value);
  });

  it.each(['1,349.00', '1.2000,5', '01.200', '1.200.50', '1,2,3'])('refuses %j', (text) => {
    expect(inLanguage('de', () => readNumber(text))).toBeNaN();
  });

  it.each([0, 1.234, 1234.5, 1_234_567.125])('reads what a text field or formatNumber shows of %d', (value) => {
    expect(inLanguage('de', () => readNumber(formatDecimal(value)))).toBe(value);
    const whole = Math.round(value);
    expect(inLanguage('de', () => readNumber(formatNumber(whole, 2)))).toBe(whole);
  });

  it('reads numbers of files as everywhere', () => {
    expect(inLanguage('de', () => readNumber('1.234', pointNotation))).toBe(1.234);
  });
});

describe('decimalText', () => {
  it.each([
    [0, '0'],
    [1234.5, '1234.5'],
    [-0.25, '-0.25'],
    [1e-7, '0.0000001'],
    [-1.25e-9, '-0.00000000125'],
    [1e12, '1000000000000'],
  ])('writes %d as %s, which readNumber reads', (value, text) => {
    expect(decimalText(value)).toBe(text);
    expect(readNumber(text)).toBe(value);
  });
});

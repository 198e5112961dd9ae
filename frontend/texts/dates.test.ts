import { beforeEach, expect, test } from 'vitest';
import { fieldTime, longDate, longDay, mediumDate, mediumMoment, shortDay, timeInField } from './dates.ts';
import { shop } from './shop.ts';

beforeEach(() => {
  shop.timeZone = 'Europe/Belgrade';
});

test('dates are those of the shop', () => {
  const newYear = '2026-12-31T23:30:00Z';
  expect(longDate(newYear)).toBe('January 1, 2027');
  expect(mediumDate(newYear)).toBe('Jan 1, 2027');
  expect(mediumMoment(newYear)).toBe('Jan 1, 2027, 00:30');
  shop.timeZone = 'America/New_York';
  expect(longDate(newYear)).toBe('December 31, 2026');
});

test('a day is itself in every time zone', () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    shop.timeZone = zone;
    expect([longDay('2026-11-24'), shortDay('2026-11-24')]).toEqual(['November 24, 2026', 'Nov 24']);
  }
});

test.each(['2026-01-05T12:30:00.000Z', '2026-07-05T23:59:00.000Z', '2026-10-25T00:30:00.000Z'])(
  '%s survives a field',
  (date) => {
    expect(fieldTime(date)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    expect(timeInField(fieldTime(date))).toBe(date);
  },
);

test('an empty field is no date', () => {
  expect([fieldTime(null), timeInField('')]).toEqual(['', null]);
});

import { expect, test } from 'vitest';
import { localTime, zonedTime } from './localTime.ts';

test.each(['2026-01-05T12:30:00.000Z', '2026-07-05T23:59:00.000Z'])('%s survives a field in local time', (date) => {
  expect(localTime(date)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
  expect(zonedTime(localTime(date))).toBe(date);
});

test('an empty field is no date', () => {
  expect([localTime(null), zonedTime('')]).toEqual(['', null]);
});

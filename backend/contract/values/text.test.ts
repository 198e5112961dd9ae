import { expect, test } from 'vitest';
import { instant, isDay } from './text.ts';

test.each(['2026-11-28', '2024-02-29', '9999-12-31'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true);
});

test.each(['2026-02-30', '2026-13-01', '2026-1-1', '0000-01-01', '2026-11-28T10:00Z', ''])('%j is no day', (text) => {
  expect(isDay(text)).toBe(false);
});

test('an instant is kept in UTC', () => {
  expect(instant('Start').validateSync('2026-11-28T10:00+01:00')).toBe('2026-11-28T09:00:00.000Z');
});

test.each(['2026-02-30T10:00Z', '2026-11-28T10:00', '0000-06-01T10:00Z', '9999-12-31T23:59-05:00'])(
  '%s is no instant',
  (text) => {
    expect(() => instant('Start').validateSync(text)).toThrow(/Start/);
  },
);

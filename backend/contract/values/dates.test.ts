import { describe, expect, test } from 'vitest';
import { formatDate, formatDaysAfter, instantOf, isoInZone, wallClock } from './dates.ts';

const BELGRADE = 'Europe/Belgrade';

test('a date is that of the shop, wherever it is read', () => {
  expect(formatDate('2026-12-31T23:30:00Z', BELGRADE)).toBe('January 1, 2027');
  expect(formatDate(new Date('2026-12-31T23:30:00Z'), 'UTC')).toBe('December 31, 2026');
  expect(wallClock('2026-11-24T02:00:00Z', 'America/New_York')).toMatch(/^2026-11-23T/);
  expect(isoInZone('2026-12-31T23:30:00.789Z', BELGRADE)).toBe('2027-01-01T00:30:00+01:00');
  expect(isoInZone('2026-07-01T12:00:00Z', 'America/St_Johns')).toBe('2026-07-01T09:30:00-02:30');
});

test('days after a date are those of the shop', () => {
  // Intl.DateTimeFormat sets thin spaces around the dash.
  const days = (first: number, last: number) =>
    formatDaysAfter('2026-11-25T23:30:00Z', BELGRADE, { first, last }).replaceAll('\u2009', ' ');
  expect(days(3, 6)).toBe('Nov 29 – Dec 2');
  expect(days(1, 3)).toBe('Nov 27 – 29');
  expect(days(2, 2)).toBe('Nov 28');
});

describe('the time that clocks show', () => {
  test.each([
    ['2026-01-15T10:00', '2026-01-15T09:00:00.000Z'],
    ['2026-07-15T10:00:59', '2026-07-15T08:00:59.000Z'],
    ['2026-03-29T00:00', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ['2026-10-26T00:00', '2026-10-25T23:00:00.000Z'],
  ])('%s in Belgrade is %s', (wall, instant) => {
    expect(instantOf(wall, BELGRADE).toISOString()).toBe(instant);
  });

  test('a day begins late where summer time begins at midnight', () => {
    expect(instantOf('2026-04-24T00:00', 'Africa/Cairo').toISOString()).toBe('2026-04-23T22:00:00.000Z');
  });

  test('is read back as it was written, each hour of a year', () => {
    for (const zone of [BELGRADE, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      for (let hour = 0; hour < 365 * 24; hour += 5) {
        const wall = wallClock(new Date(Date.UTC(2026, 0, 1, hour)), zone);
        expect(wallClock(instantOf(wall, zone), zone)).toBe(wall);
      }
    }
  });
});

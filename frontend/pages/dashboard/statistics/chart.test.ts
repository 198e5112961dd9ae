import { describe, expect, it } from 'vitest';
import { axisEnd, shortDay } from './chart.ts';

describe('the end of an axis', () => {
  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 5],
    [7, 10],
    [10, 10],
    [11, 20],
    [1234.5, 2000],
    [999_999.99, 1_000_000],
  ])('is the next round number: %d ends at %d', (highest, end) => {
    expect(axisEnd(highest)).toBe(end);
  });
});

it('formats a day in UTC, in every time zone', () => {
  expect(shortDay('2026-11-01')).toBe('Nov 1');
});

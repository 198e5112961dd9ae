import { describe, expect, it } from 'vitest';
import { axisEnd, formatShare } from './chart.ts';

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

it.each([
  [1, 3, '33.3%'],
  [0, 5, '0.0%'],
  [2500, 10, '25,000.0%'],
])('formats %d of %d as %s', (part, whole, share) => {
  expect(formatShare(part, whole)).toBe(share);
});

import { expect, test } from 'vitest';
import { growthOf, slopeOf } from './trend.ts';

const points = (values: number[], step = 1) => values.map((y, index) => ({ x: index * step, y }));

test('a line has its own slope', () => {
  expect(slopeOf(points([5, 7, 9, 11], 2))).toBe(1);
});

test('growth is from the first point to the last, in the unit of y', () => {
  expect(growthOf(points([10, 20, 30, 40], 5))).toBeCloseTo(30);
  expect(growthOf(points([40, 30, 20, 10]))).toBeCloseTo(-30);
});

test('values that rise and fall about a level do not grow', () => {
  const saw = Array.from({ length: 100 }, (_, index) => 200 + (index % 10));
  expect(Math.abs(growthOf(points(saw)))).toBeLessThan(2);
});

test('a leak under a saw grows by its own amount', () => {
  const leak = Array.from({ length: 100 }, (_, index) => 200 + (index % 10) + index / 2);
  expect(growthOf(points(leak))).toBeGreaterThan(47);
  expect(growthOf(points(leak))).toBeLessThan(52);
});

test('a single point and points at one time have no growth', () => {
  expect(growthOf([{ x: 1, y: 9 }])).toBe(0);
  expect(
    growthOf([
      { x: 1, y: 1 },
      { x: 1, y: 9 },
    ]),
  ).toBe(0);
});

import { expect, test } from 'vitest';
import { timeLeft } from './timeLeft.ts';

const start = { linesDone: 1000, at: 50_000 };

test.each([
  [1000, 60_000, ''],
  [4000, 51_000, ''],
  [4000, 54_000, 'About 4 minutes left'],
  [101_000, 84_000, 'Less than a minute left'],
  [51_000, 80_000, 'About 1 minute left'],
])('after line %d at %d ms: %j', (linesDone, at, text) => {
  expect(timeLeft(start, { linesDone, at }, 200_000)).toBe(text);
});

import { expect, test } from 'vitest';
import { retryAfterOf, SENDING_TIMES, waitAfter } from './schedule.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test('an endpoint has 15 s to answer, and five days until it is switched off', () => {
  expect(SENDING_TIMES.timeout).toBe(15 * SECOND);
  expect(SENDING_TIMES.patience).toBe(5 * 24 * HOUR);
});

test('the waits between ten tries grow from 5 s to 24 h, each with up to a tenth more', () => {
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * HOUR);
  const expected = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...hours];
  for (const [step, wait] of expected.entries()) {
    const waits = Array.from({ length: 100 }, () => waitAfter(SENDING_TIMES, step, 0) ?? 0);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(wait);
    expect(Math.max(...waits)).toBeLessThanOrEqual(wait * 1.1);
    expect(new Set(waits).size).toBeGreaterThan(1);
  }
  expect(waitAfter(SENDING_TIMES, expected.length, 0)).toBe(null);
});

test('Retry-After lengthens a wait up to 24 h, and adds no try', () => {
  expect(waitAfter(SENDING_TIMES, 0, HOUR)).toBe(HOUR);
  expect(waitAfter(SENDING_TIMES, 0, 48 * HOUR)).toBe(24 * HOUR);
  expect(waitAfter(SENDING_TIMES, 8, SECOND)).toBeGreaterThanOrEqual(24 * HOUR);
  expect(waitAfter(SENDING_TIMES, 9, HOUR)).toBe(null);
});

const now = Date.parse('2026-01-01T00:00:00Z');

test.each<[string | string[] | undefined, number]>([
  ['120', 120 * SECOND],
  ['Thu, 01 Jan 2026 00:01:00 GMT', MINUTE],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['9'.repeat(400), Number.POSITIVE_INFINITY],
  ['-5', 0],
  ['soon', 0],
  ['', 0],
  [['1', '2'], 0],
  [undefined, 0],
])('Retry-After: %j', (header, milliseconds) => {
  expect(retryAfterOf(header, now)).toBe(milliseconds);
});

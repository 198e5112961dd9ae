import { expect, test } from 'vitest';
import { backoff, MAIL_RETRIES, RETRY_PAUSE_MAX } from './retries.ts';

test.each([
  [1, 1000],
  [2, 2000],
  [11, 1_024_000],
  [12, RETRY_PAUSE_MAX],
  [5000, RETRY_PAUSE_MAX],
])('after attempt %i a mail waits at most %i ms, and at least half of that', (attempt, longest) => {
  const pauses = Array.from({ length: 200 }, () => Number(backoff(MAIL_RETRIES)(attempt)));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(longest);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(longest / 2);
  expect(new Set(pauses).size).toBeGreaterThan(1);
});

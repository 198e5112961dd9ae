import { expect, test } from 'vitest';
import { periodOf } from './periods.ts';

test.each([
  ['2026-11-27', 'month', 0, '2026-11-01', '2026-11-30'],
  ['2026-01-05', 'month', -1, '2025-12-01', '2025-12-31'],
  ['2024-02-29', 'month', 0, '2024-02-01', '2024-02-29'],
  ['2026-11-27', 'quarter', 0, '2026-10-01', '2026-12-31'],
  ['2026-02-01', 'quarter', -1, '2025-10-01', '2025-12-31'],
] as const)('%s: the %s %i away', (day, unit, later, from, to) => {
  expect(periodOf(day, unit, later)).toEqual({ from, to });
});

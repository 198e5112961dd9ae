import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import type { Fault } from './fault.ts';
import { planFaults } from './storm.ts';

const MINUTE = 60_000;
const faults: Fault[] = ['one', 'two', 'three'].map((kind) => ({
  kind,
  weight: 1,
  part: kind,
  inject: () => Promise.resolve(),
}));

/** The planned faults with their times, and the first number that each one draws. */
function plan(seed: string, milliseconds = MINUTE) {
  return planFaults(createRandom(seed), faults, milliseconds).map(({ at, fault, random }) => {
    return { at, kind: fault.kind, drawn: random.number() };
  });
}

test('the same seed plans the same faults, times and durations', () => {
  expect(plan('7')).toEqual(plan('7'));
  expect(plan('7')).not.toEqual(plan('8'));
});

test('a longer run starts with the faults of a shorter one', () => {
  expect(plan('7', 5 * MINUTE).slice(0, plan('7').length)).toEqual(plan('7'));
});

test('ten minutes have hundreds of faults, of every kind', () => {
  const planned = plan('7', 10 * MINUTE);
  expect(planned.length).toBeGreaterThan(300);
  expect(new Set(planned.map(({ kind }) => kind)).size).toBe(3);
  expect(planned.every(({ at }) => at < 10 * MINUTE)).toBe(true);
});

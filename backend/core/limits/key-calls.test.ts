import { RateLimiterMemory } from 'rate-limiter-flexible';
import { expect, test } from 'vitest';
import { waitFor } from '../../../testing/wait.ts';
import { AppError } from '../errors.ts';
import { limitKeyCalls } from './key-calls.ts';
import { type LimitStore, ownLimits } from './limit-store.ts';

/** Where several processes count together. */
function sharedStore() {
  const counts = new RateLimiterMemory({ points: 600, duration: 60 });
  const stored = { points: 0 };
  const penalty = counts.penalty.bind(counts);
  counts.penalty = (key, points) => {
    stored.points += points ?? 1;
    return penalty(key, points);
  };
  const store: LimitStore = { ...ownLimits, openCounts: () => counts, choose: (shared) => shared() };
  return { store, stored };
}

/** Calls with a key of an API. @returns how many were allowed */
function callsOf(limit: ReturnType<typeof limitKeyCalls>) {
  return async (id: string | null, count: number): Promise<number> => {
    const caller = { key: id === null ? null : { id } };
    let allowed = 0;
    for (let called = 0; called < count; called++) {
      try {
        await limit({ state: { caller } } as Parameters<typeof limit>[0], async () => {});
        allowed += 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'tooMany') throw error;
      }
    }
    return allowed;
  };
}

test('an API alone allows 600 calls of each key, and any number without one', async () => {
  const call = callsOf(limitKeyCalls(ownLimits));
  expect([await call('one', 700), await call('other', 700), await call(null, 700)]).toEqual([600, 600, 700]);
});

test('two APIs allow 600 calls together, once they have shared their counts', async () => {
  const { store, stored } = sharedStore();
  const [one, other] = [callsOf(limitKeyCalls(store)), callsOf(limitKeyCalls(store))];
  const untilStored = (points: number) => waitFor(`${points} calls`, () => stored.points === points);
  expect(await one('key', 400)).toBe(400);
  await untilStored(400);
  expect(await other('key', 1)).toBe(1);
  await untilStored(401);
  expect(await other('key', 300)).toBe(199);
  await untilStored(600);
  // It learns the shared count with the next call that it adds.
  expect(await one('key', 1)).toBe(1);
  await untilStored(601);
  expect(await one('key', 10)).toBe(0);
});

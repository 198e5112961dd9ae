import { expect, test } from 'vitest';
import { createRandom, type Random } from './random.ts';

const draw = (random: Random) => Array.from({ length: 50 }, () => random.integer(1, 6));

test('the same seed gives the same numbers, and another seed different ones', () => {
  expect(draw(createRandom('7'))).toEqual(draw(createRandom('7')));
  expect(draw(createRandom('7'))).not.toEqual(draw(createRandom('8')));
});

test('a fork does not depend on the numbers drawn from its parent', () => {
  const [one, two] = [createRandom('7'), createRandom('7')];
  draw(one);
  expect(draw(one.fork('faults'))).toEqual(draw(two.fork('faults')));
});

test('integer() covers its range and nothing else', () => {
  const random = createRandom('die');
  const sides = new Set(Array.from({ length: 500 }, () => random.integer(1, 6)));
  expect([...sides].sort()).toEqual([1, 2, 3, 4, 5, 6]);
});

test('pickWeighted() follows the weights, and never picks a weight of zero', () => {
  const random = createRandom('weights');
  const choices = [
    { name: 'often', weight: 9 },
    { name: 'seldom', weight: 1 },
    { name: 'never', weight: 0 },
  ];
  const picked = Map.groupBy(
    Array.from({ length: 1000 }, () => random.pickWeighted(choices).name),
    (name) => name,
  );
  expect(picked.get('often')?.length).toBeGreaterThan(800);
  expect(picked.get('seldom')?.length).toBeGreaterThan(50);
  expect(picked.has('never')).toBe(false);
});

import { expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { createIds } from './ids.ts';

test('finds thousands of ids by slot and slots by id, through removals and returns', () => {
  const ids = createIds();
  const slots = new Map<string, number>();
  const added: string[] = [];
  const add = (id: string) => {
    slots.set(id, ids.add(id));
    added.push(id);
  };
  for (let round = 0; round < 5000; round += 1) add(newId());
  for (const [id, slot] of [...slots].filter((_, index) => index % 3 === 0)) {
    ids.remove(slot);
    slots.delete(id);
    if (slot % 2 === 0) add(id);
  }
  expect(ids.size).toBe(added.length);
  for (const [slot, id] of added.entries()) {
    expect(ids.at(slot)).toBe(id);
    expect(ids.find(id)).toBe(slots.get(id));
  }
  expect(ids.find(newId())).toBeUndefined();
  const order = added.map((_, slot) => slot).sort(ids.compare);
  expect(order.map(ids.at)).toEqual(added.toSorted());
});

test('keeps ids that are not UUIDs of a known version', () => {
  const ids = createIds();
  const known = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  expect(known.map(ids.add).map(ids.at)).toEqual(known);
});

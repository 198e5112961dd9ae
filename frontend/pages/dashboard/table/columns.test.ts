import { describe, expect, it } from 'vitest';
import { nextSort } from './columns.ts';

type Order = { sort: 'title' | 'added'; direction: 'asc' | 'desc' };
const newestFirst: Order = { sort: 'added', direction: 'desc' };

describe('a click on a heading', () => {
  it('sorts ascending, then descending, then in the default order', () => {
    const up = nextSort<Order['sort']>({ sort: 'title' }, newestFirst, newestFirst);
    expect(up).toEqual({ sort: 'title', direction: 'asc' });
    const down = nextSort<Order['sort']>({ sort: 'title' }, up, newestFirst);
    expect(down).toEqual({ sort: 'title', direction: 'desc' });
    expect(nextSort<Order['sort']>({ sort: 'title' }, down, newestFirst)).toEqual(newestFirst);
  });

  it('only reverses the column of the default order', () => {
    const column = { sort: 'added', firstDirection: 'desc' } as const;
    const oldestFirst = nextSort<Order['sort']>(column, newestFirst, newestFirst);
    expect(oldestFirst).toEqual({ sort: 'added', direction: 'asc' });
    expect(nextSort<Order['sort']>(column, oldestFirst, newestFirst)).toEqual(newestFirst);
  });
});

import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { Discount } from './discount.entity.ts';

export type DiscountTables = {
  discount: Table<typeof Discount>;
};

export const db = queriesOn<DiscountTables>();

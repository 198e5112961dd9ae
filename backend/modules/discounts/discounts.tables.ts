import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { DiscountSchema } from './discount.entity.ts';

export type DiscountTables = {
  discount: Table<typeof DiscountSchema>;
};

export const db = queriesOn<DiscountTables>();

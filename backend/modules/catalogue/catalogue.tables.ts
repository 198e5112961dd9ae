import { queriesOn, type Table } from '../../core/queries.ts';
import type { CategorySchema } from './category.entity.ts';
import type { ProductSchema } from './product.entity.ts';

export type CatalogueTables = { category: Table<typeof CategorySchema>; product: Table<typeof ProductSchema> };

export const db = queriesOn<CatalogueTables>();

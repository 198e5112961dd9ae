import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { Rating } from './rating.entity.ts';

export const db = queriesOn<{ rating: Table<typeof Rating> }>();

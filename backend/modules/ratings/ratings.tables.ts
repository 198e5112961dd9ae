import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { RatingSchema } from './rating.entity.ts';

export const db = queriesOn<{ rating: Table<typeof RatingSchema> }>();

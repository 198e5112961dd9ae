import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { Feed } from './feed.entity.ts';

export const db = queriesOn<{ feed: Table<typeof Feed> }>();

import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { ApiKey } from './api-key.entity.ts';

export const db = queriesOn<{ apiKey: Table<typeof ApiKey> }>();

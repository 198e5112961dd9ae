import { queriesOn, type Table } from '../../core/queries.ts';
import type { CommentSchema } from './comment.entity.ts';

export const db = queriesOn<{ comment: Table<typeof CommentSchema> }>();

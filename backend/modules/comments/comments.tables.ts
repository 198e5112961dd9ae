import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { Comment } from './comment.entity.ts';
import type { CommentReport } from './comment-report.entity.ts';

export const db = queriesOn<{ comment: Table<typeof Comment>; commentReport: Table<typeof CommentReport> }>();

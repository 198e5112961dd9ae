import { queriesOn, type Table } from '../../core/queries.ts';
import type { UserSchema } from './user.entity.ts';

export const db = queriesOn<{ userAccount: Table<typeof UserSchema> }>();

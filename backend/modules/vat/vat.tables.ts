import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { VatAnswer } from './vat-answer.entity.ts';

export const db = queriesOn<{ vatAnswer: Table<typeof VatAnswer> }>();

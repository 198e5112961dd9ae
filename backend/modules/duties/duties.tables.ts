import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { DutyExemption } from './duty-exemption.entity.ts';

export const db = queriesOn<{ dutyExemption: Table<typeof DutyExemption> }>();

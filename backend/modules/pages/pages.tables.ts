import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { PageDraft } from './page-draft.entity.ts';
import type { PageVersion } from './page-version.entity.ts';

export const db = queriesOn<{ pageDraft: Table<typeof PageDraft>; pageVersion: Table<typeof PageVersion> }>();

import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { GuaranteeNotice } from './guarantee-notice.entity.ts';
import type { PageDraft } from './page-draft.entity.ts';
import type { PageVersion } from './page-version.entity.ts';

export const db = queriesOn<{
  guaranteeNotice: Table<typeof GuaranteeNotice>;
  pageDraft: Table<typeof PageDraft>;
  pageVersion: Table<typeof PageVersion>;
}>();

import { defineEntity, p } from '@mikro-orm/core';
import { legalPageKinds } from '#contract/shop/legal-pages.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { id, now } from '../../core/database/columns.ts';

/** A page in a language as it is being written. */
export const PageDraft = defineEntity({
  name: 'PageDraft',
  tableName: 'page_draft',
  properties: {
    id: id(),
    kind: p.enum(legalPageKinds).columnType('text'),
    language: p.text().$type<LanguageCode>(),
    title: p.text(),
    /** Markdown with placeholders. */
    body: p.text(),
    updatedAt: now(),
  },
  uniques: [{ properties: ['kind', 'language'] }],
});

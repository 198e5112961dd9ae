import { defineEntity, p } from '@mikro-orm/core';
import { legalPageKinds, type PlaceholderValues } from '#contract/shop/legal-pages.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { now, recordsChange } from '../../core/database/columns.ts';

/** A published version of a page, which orders refer to: it never changes and is never deleted. */
export const PageVersion = defineEntity({
  name: 'PageVersion',
  tableName: 'page_version',
  properties: {
    kind: p.enum(legalPageKinds).columnType('text').primary(),
    language: p.text().$type<LanguageCode>().primary(),
    /** Counted from 1. */
    version: p.integer().primary(),
    title: p.text(),
    /** Markdown with placeholders. */
    body: p.text(),
    /** Those of the settings at that time. */
    values: p.json<PlaceholderValues>(),
    publishedAt: now(),
  },
  triggers: [
    // Every page links to the published ones.
    recordsChange({ events: ['insert'] }),
    {
      name: 'refuse_change',
      timing: 'before',
      events: ['update', 'delete'],
      body: `raise exception 'A version of a page never changes'; return null;`,
    },
  ],
});

import { defineEntity, p } from '@mikro-orm/core';
import { type NoticeFormat, noticeFormats } from '#contract/shop/legal-pages.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { now, recordsChange } from '../../core/database/columns.ts';

/**
 * The official notice on the legal guarantee, as the merchant uploaded it (Implementing Regulation (EU)
 * 2025/1960). It is small, so that it is kept with what it belongs to.
 */
export const GuaranteeNotice = defineEntity({
  name: 'GuaranteeNotice',
  tableName: 'guarantee_notice',
  properties: {
    language: p.text().$type<LanguageCode>().primary(),
    /** Of the bytes: addresses of other pictures differ. */
    hash: p.text(),
    bytes: p.blob(),
    format: p.enum(noticeFormats).$type<NoticeFormat>().columnType('text'),
    /** Pixels. */
    width: p.integer(),
    height: p.integer(),
    uploadedAt: now(),
  },
  triggers: [
    // Every page says whether there is one.
    recordsChange(),
  ],
});

import { defineEntity, p } from '@mikro-orm/core';
import type { FeedFormat } from '#contract/integration/feeds.ts';
import type { CurrencyCode } from '#contract/values/money.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { id } from '../../core/database/columns.ts';

/** A file of the shop's products for another service, which reads it from time to time. */
export const Feed = defineEntity({
  name: 'Feed',
  tableName: 'feed',
  properties: {
    /** Ids grow with time, and sort the feeds. */
    id: id(),
    format: p.text().$type<FeedFormat>(),
    language: p.text().$type<LanguageCode>(),
    currency: p.text().$type<CurrencyCode>(),
    /** ISO 3166-1 alpha-2. */
    country: p.text(),
    /** A part of its address, which admins see. */
    secret: p.text().unique(),
    readAt: p.datetime().nullable(),
  },
});

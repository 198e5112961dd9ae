import { defineEntity, p } from '@mikro-orm/core';
import type { Translations } from '#contract/catalogue/translations.ts';
import { id, recordsChange } from '../../core/database/columns.ts';

/** A way for an order to reach its shopper. */
export const ShippingMethod = defineEntity({
  name: 'ShippingMethod',
  tableName: 'shipping_method',
  properties: {
    id: id(),
    code: p.text(),
    name: p.text(),
    /** The name in other languages. */
    translations: p.json<Translations<'name'>>().defaultRaw(`'{}'`),
    priceCents: p.integer(),
    /** Minimum value of the goods for free shipping; null if it is never free. */
    freeFromCents: p.integer().nullable(),
    minDays: p.smallint(),
    maxDays: p.smallint(),
    /** ISO 3166-1 alpha-2, or territories; everywhere if empty. */
    countries: p.array().columnType('text[]').default([]),
    isActive: p.boolean().default(true),
  },
  uniques: [{ name: 'shipping_method_code_unique', properties: ['code'] }],
  triggers: [
    // API processes keep pages that tell search engines what delivery costs.
    recordsChange({ forEach: 'statement' }),
  ],
});

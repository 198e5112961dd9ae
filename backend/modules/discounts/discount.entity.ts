import { defineEntity, p } from '@mikro-orm/core';
import { id } from '../../core/database/columns.ts';
import { duplicateName, keyOfCode, uniqueNames } from '../../core/database/names.ts';

/** A code that takes something off an order. It has a percentage or an amount, never both. */
export const Discount = defineEntity({
  name: 'Discount',
  tableName: 'discount',
  properties: {
    id: id(),
    code: p.text(),
    duplicateName: duplicateName(),
    /** Hundredths of a percent. */
    percentHundredths: p.integer().nullable(),
    amountCents: p.integer().nullable(),
    /** The least value of the goods. */
    minimumCents: p.integer().nullable(),
    startsAt: p.datetime().nullable(),
    endsAt: p.datetime().nullable(),
    /**
     * All goods if empty. No foreign key: once its last category is deleted, a discount is for no goods instead of all.
     */
    categoryIds: p.array().columnType('uuid[]').default([]),
    maxUses: p.integer().nullable(),
    maxUsesPerShopper: p.integer().nullable(),
    isActive: p.boolean().default(true),
    /** Orders that use it. */
    uses: p.integer().default(0),
  },
  uniques: [uniqueNames('discount_code_unique', { table: 'discount', column: 'code', keyOf: keyOfCode })],
  checks: [
    { name: 'discount_kind_check', expression: 'num_nonnulls(percent_hundredths, amount_cents) = 1' },
    { name: 'discount_uses_check', expression: 'uses >= 0' },
  ],
});

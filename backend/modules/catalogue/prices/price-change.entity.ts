import { defineEntity, p } from '@mikro-orm/core';

/**
 * A price that was charged for a product from an instant on. Triggers write it, so no code path can forget to, and nothing
 * changes it. Products that are deleted keep their history: it shows what their sales promised.
 */
export const PriceChangeSchema = defineEntity({
  name: 'PriceChange',
  tableName: 'price_change',
  properties: {
    productId: p.uuid().primary(),
    beginsAt: p.datetime().primary(),
    /** EUR cents. */
    priceCents: p.integer(),
  },
  triggers: [
    {
      name: 'keep',
      timing: 'before',
      events: ['update', 'delete'],
      body: `raise exception 'The history of prices is only added to';`,
    },
  ],
});

import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { withdrawalStates } from '#contract/orders/withdrawals.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { id, index, now } from '../../../core/database/columns.ts';
import type { Units } from '../../catalogue/products/stock.ts';
import { Order } from '../order.entity.ts';

/** A statement by which somebody withdraws from a contract. Kept as long as its order. */
export const Withdrawal = defineEntity({
  name: 'Withdrawal',
  tableName: 'withdrawal',
  properties: {
    id: id(),
    /** For people. */
    reference: p.text().unique(),
    /** Null until it is matched, unless its number and email fit. */
    order: () => p.manyToOne(Order).deleteRule('cascade').nullable().index(),
    state: p.enum(withdrawalStates).columnType('text').default('waiting'),
    /** As they were typed; from an order's page, those of the order. */
    orderNumber: p.text(),
    name: p.text(),
    email: p.text(),
    /** Which goods are meant, in the shopper's words; '' for all. */
    items: p.text(),
    note: p.text(),
    /** Of its mails. */
    language: p.text().$type<LanguageCode>(),
    /** The units that it withdraws, shipped or not; empty while they are not known. One that waits with them waits for a refund. */
    lines: p.json<Units[]>().defaultRaw(`'[]'`),
    /** Whether it came after the last day to withdraw. */
    isLate: p.boolean().default(false),
    receivedAt: now(),
    /** Why it was dismissed; '' otherwise. */
    reason: p.text().default(''),
    /** When it was dismissed; null otherwise. */
    dismissedAt: p.datetime().nullable(),
  },
  indexes: [
    index('withdrawal_received_at_index', '"withdrawal" (received_at, id)'),
    // For the work that waits.
    index('withdrawal_waiting_index', `"withdrawal" (received_at, id) where state = 'waiting'`),
    index('withdrawal_dismissed_index', `"withdrawal" (dismissed_at) where state = 'dismissed'`),
  ],
});
export type Withdrawal = InferEntity<typeof Withdrawal>;

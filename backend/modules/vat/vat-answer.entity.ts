import { defineEntity, p } from '@mikro-orm/core';
import { now } from '../../core/database/columns.ts';

/** What the EU's service has said about a VAT id. */
export const VatAnswer = defineEntity({
  name: 'VatAnswer',
  tableName: 'vat_answer',
  properties: {
    vatId: p.text().primary(),
    /** The VAT id of the shop that asked; '' without one. */
    requester: p.text().primary(),
    isValid: p.boolean(),
    /** Proves the request; '' without a requester. */
    consultationNumber: p.text(),
    answeredAt: now(),
  },
});

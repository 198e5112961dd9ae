import { defineEntity, p } from '@mikro-orm/core';
import type { DutyCode } from '#contract/shop/duties.ts';
import { now } from '../../core/database/columns.ts';

/** A duty that doesn't apply to the shop, as an admin has said. */
export const DutyExemption = defineEntity({
  name: 'DutyExemption',
  tableName: 'duty_exemption',
  properties: {
    code: p.text().$type<DutyCode>().primary(),
    reason: p.text(),
    createdAt: now(),
  },
});

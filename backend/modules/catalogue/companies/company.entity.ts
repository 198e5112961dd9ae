import { defineEntity, p } from '@mikro-orm/core';
import { id, now, recordsChange, uniqueIndex } from '../../../core/database/columns.ts';
import { keyOfName } from '../../../core/database/names.ts';

/** A manufacturer, or who answers for products in the EU. */
export const CompanySchema = defineEntity({
  name: 'Company',
  tableName: 'company',
  properties: {
    id: id(),
    name: p.text(),
    address: p.text(),
    contact: p.text(),
    createdAt: now(),
  },
  uniques: [uniqueIndex('company_name_unique', `"company" (${keyOfName('"name"')})`)],
  triggers: [recordsChange({ events: ['update'], forEach: 'statement' })],
});

export class Company extends CompanySchema.class {}
CompanySchema.setClass(Company);

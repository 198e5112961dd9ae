import { defineEntity, p } from '@mikro-orm/core';
import { id, now } from '../../../core/database/columns.ts';
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
  uniques: [
    {
      name: 'company_name_unique',
      expression: `create unique index "company_name_unique" on "company" (${keyOfName('"name"')})`,
    },
  ],
  triggers: [
    {
      name: 'record_change',
      timing: 'after',
      events: ['update'],
      body: 'insert into catalogue_change (product_id) values (null); return null;',
      forEach: 'statement',
    },
  ],
});

export class Company extends CompanySchema.class {}
CompanySchema.setClass(Company);

import { defineEntity, p } from '@mikro-orm/core';

/** What admins have set. A setting without a row has its default. */
export const SettingSchema = defineEntity({
  name: 'Setting',
  tableName: 'setting',
  properties: {
    name: p.text().primary(),
    value: p.json<unknown>(),
  },
  triggers: [
    {
      name: 'record_change',
      timing: 'after',
      events: ['insert', 'update', 'delete'],
      // Pages of all languages link to each other.
      body: 'insert into catalogue_change (product_id) values (null); return null;',
    },
  ],
});

import { defineEntity, p } from '@mikro-orm/core';
import { recordsChange } from '../../core/database/columns.ts';

/** What admins have set. A setting without a row has its default. */
export const SettingSchema = defineEntity({
  name: 'Setting',
  tableName: 'setting',
  properties: {
    name: p.text().primary(),
    value: p.json<unknown>(),
  },
  triggers: [
    // Pages of all languages link to each other.
    recordsChange(),
  ],
});

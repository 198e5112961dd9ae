import { defineEntity, p } from '@mikro-orm/core';

/** What admins have set. A setting without a row has its default. */
export const SettingSchema = defineEntity({
  name: 'Setting',
  tableName: 'setting',
  properties: {
    name: p.text().primary(),
    value: p.json<unknown>(),
  },
});

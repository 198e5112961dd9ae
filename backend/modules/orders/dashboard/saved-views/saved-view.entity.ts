import { defineEntity, p } from '@mikro-orm/core';
import { id } from '../../../../core/database/columns.ts';
import { User } from '../../../users/accounts/user.entity.ts';

export const SavedViewSchema = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  properties: {
    /** Ids grow with time, and sort the views. */
    id: id(),
    owner: () => p.manyToOne(User).deleteRule('cascade'),
    name: p.text(),
    /** A query string of the orders table, without its page. */
    query: p.text(),
  },
  uniques: [
    {
      name: 'saved_view_name_unique',
      expression: 'create unique index "saved_view_name_unique" on "saved_view" ("owner_id", lower("name"))',
    },
  ],
});

/** An admin's own name for a query of the orders table. */
export class SavedView extends SavedViewSchema.class {}
SavedViewSchema.setClass(SavedView);

import { defineEntity, p } from '@mikro-orm/core';
import { id } from '../../../../core/database/columns.ts';
import { duplicateName, uniqueNames } from '../../../../core/database/names.ts';
import { User } from '../../../users/accounts/user.entity.ts';

/** An admin's own name for a query of the orders table. */
export const SavedView = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  properties: {
    /** Ids grow with time, and sort the views. */
    id: id(),
    owner: () => p.manyToOne(User).deleteRule('cascade'),
    name: p.text(),
    duplicateName: duplicateName(),
    /** A query string of the orders table, without its page. */
    query: p.text(),
  },
  uniques: [uniqueNames('saved_view_name_unique', { table: 'saved_view', column: 'name', scope: 'owner_id' })],
});

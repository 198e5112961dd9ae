import { defineEntity, p } from '@mikro-orm/core';
import { id, uniqueIndex } from '../../../core/database/columns.ts';
import { User } from '../accounts/user.entity.ts';

/** An address that a user has saved. */
export const UserAddress = defineEntity({
  name: 'UserAddress',
  tableName: 'user_address',
  properties: {
    /** Ids grow with time, and sort the addresses. */
    id: id(),
    owner: () => p.manyToOne(User).deleteRule('cascade').index(),
    company: p.text(),
    name: p.text(),
    address: p.text(),
    city: p.text(),
    postCode: p.text(),
    /** The code of a state or province; '' without one. */
    state: p.text(),
    /** ISO 3166-1 alpha-2. */
    country: p.text(),
    vatId: p.text(),
    phoneNumber: p.text(),
    /** One of each user's, once there is any. */
    isDefault: p.boolean(),
  },
  uniques: [uniqueIndex('user_address_default_unique', '"user_address" (owner_id) where is_default')],
});

import { defineEntity, p } from '@mikro-orm/core';
import { id } from '../../core/database/columns.ts';
import { Product } from '../catalogue/products/product.entity.ts';
import { User } from '../users/accounts/user.entity.ts';

export const Rating = defineEntity({
  name: 'Rating',
  tableName: 'rating',
  properties: {
    id: id(),
    product: () => p.manyToOne(Product).deleteRule('cascade'),
    /** Null once the user is deleted; the rating remains. */
    user: () => p.manyToOne(User).deleteRule('set null').nullable().index(),
    rate: p.smallint().check('(rate >= 1) and (rate <= 5)'),
    // Not when its transaction began: the product's lock orders concurrent ratings.
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  uniques: [{ name: 'rating_product_user_unique', properties: ['product', 'user'] }],
});

import { defineEntity, p } from '@mikro-orm/core';
import { newId } from '../../core/ids.ts';
import { Product } from '../catalogue/product.entity.ts';
import { User } from '../users/user.entity.ts';

const RatingSchema = defineEntity({
  name: 'Rating',
  tableName: 'rating',
  properties: {
    id: p.uuid().primary().onCreate(newId),
    product: () => p.manyToOne(Product).deleteRule('cascade'),
    /** Null once the person is gone: the rating stays. */
    user: () => p.manyToOne(User).deleteRule('set null').nullable().index(),
    rate: p.smallint().check('(rate >= 1) and (rate <= 5)'),
    createdAt: p
      .datetime()
      .defaultRaw('now()')
      .onCreate(() => new Date()),
  },
  uniques: [{ name: 'rating_product_user_unique', properties: ['product', 'user'] }],
});

export class Rating extends RatingSchema.class {}
RatingSchema.setClass(Rating);

import { defineEntity, p } from '@mikro-orm/core';
import { newId } from '../../core/ids.ts';
import { Product } from '../catalogue/product.entity.ts';

const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comment',
  properties: {
    id: p.uuid().primary().onCreate(newId),
    product: () => p.manyToOne(Product).deleteRule('cascade').index(),
    /** The username as it was, or 'Guest': text, so that it outlives the account. */
    author: p.text(),
    content: p.text(),
    approved: p.boolean().default(false),
    createdAt: p
      .datetime()
      .defaultRaw('now()')
      .onCreate(() => new Date()),
  },
});

export class Comment extends CommentSchema.class {}
CommentSchema.setClass(Comment);

import { defineEntity, p } from '@mikro-orm/core';
import { id, now } from '../../core/database/columns.ts';
import { Product } from '../catalogue/products/product.entity.ts';
import { User } from '../users/accounts/user.entity.ts';

export const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comment',
  properties: {
    id: id(),
    product: () => p.manyToOne(Product).deleteRule('cascade').index(),
    /** The username when the comment was posted, or 'Guest'. Text, so that it outlives the account. */
    author: p.text(),
    /** Null for guests, for deleted users and for comments older than this column. */
    user: () => p.manyToOne(User).deleteRule('set null').nullable().index(),
    content: p.text(),
    approved: p.boolean().default(false),
    createdAt: now(),
  },
  indexes: [
    {
      name: 'comment_created_at_index',
      expression: 'create index "comment_created_at_index" on "comment" (created_at, id)',
    },
    {
      name: 'comment_approved_index',
      expression: 'create index "comment_approved_index" on "comment" (approved, created_at desc, id desc)',
    },
    {
      name: 'comment_content_search_index',
      expression: 'create index "comment_content_search_index" on "comment" using gin (content gin_trgm_ops)',
    },
    {
      name: 'comment_author_search_index',
      expression: 'create index "comment_author_search_index" on "comment" using gin (author gin_trgm_ops)',
    },
  ],
});

export class Comment extends CommentSchema.class {}
CommentSchema.setClass(Comment);

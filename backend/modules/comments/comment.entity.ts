import { defineEntity, p } from '@mikro-orm/core';
import { id, index, now } from '../../core/database/columns.ts';
import { searchedBy } from '../../core/database/names.ts';
import { Product } from '../catalogue/products/product.entity.ts';
import { User } from '../users/accounts/user.entity.ts';

export const Comment = defineEntity({
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
    index('comment_created_at_index', '"comment" (created_at, id)'),
    index('comment_approved_index', '"comment" (approved, created_at desc, id desc)'),
    index('comment_content_search_index', `"comment" using ${searchedBy('content')}`),
    index('comment_author_search_index', `"comment" using ${searchedBy('author')}`),
  ],
});

import { defineEntity, p } from '@mikro-orm/core';
import { Category } from './category.entity.ts';

/** A slug that a category had before it was renamed, so that links to it still work. */
export const FormerSlugSchema = defineEntity({
  name: 'FormerSlug',
  tableName: 'former_slug',
  properties: {
    slug: p.text().primary(),
    category: () => p.manyToOne(Category).deleteRule('cascade').index(),
  },
});

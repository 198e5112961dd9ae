import { defineEntity, p } from '@mikro-orm/core';
import { id } from '../../core/columns.ts';

export const CategorySchema = defineEntity({
  name: 'Category',
  tableName: 'category',
  properties: {
    id: id(),
    name: p.text(),
    /** Derived from the products by refreshProductCount. */
    productCount: p.integer().default(0),
  },
  uniques: [
    {
      name: 'category_name_unique',
      expression: 'create unique index "category_name_unique" on "category" (lower(name))',
    },
  ],
});

export class Category extends CategorySchema.class {}
CategorySchema.setClass(Category);

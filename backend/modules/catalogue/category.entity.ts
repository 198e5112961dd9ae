import { defineEntity, p } from '@mikro-orm/core';
import { newId } from '../../core/ids.ts';

const CategorySchema = defineEntity({
  name: 'Category',
  tableName: 'category',
  properties: {
    id: p.uuid().primary().onCreate(newId),
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

import { defineEntity, p } from '@mikro-orm/core';
import type { CategoryLabel } from '#contract/catalogue/catalogue.ts';
import type { Translations } from '#contract/catalogue/translations.ts';
import { id, recordsChange } from '../../../core/database/columns.ts';
import { duplicateName, uniqueNames } from '../../../core/database/names.ts';

export const CategorySchema = defineEntity({
  name: 'Category',
  tableName: 'category',
  properties: {
    id: id(),
    name: p.text(),
    /** The name in other languages. */
    translations: p.json<Translations<'categoryName'>>().defaultRaw(`'{}'`),
    duplicateName: duplicateName(),
    /** The name in its address. */
    slug: p.text().unique(),
    /** Published products. Derived by refreshProductCount. */
    productCount: p.integer().default(0),
    /** What the law asks of its products. */
    labels: p.array().$type<CategoryLabel[]>().columnType('text[]').default([]),
    /** Its number in Google's taxonomy of products, for feeds. */
    googleCategory: p.integer().nullable(),
  },
  uniques: [uniqueNames('category_name_unique', { table: 'category', column: 'name' })],
  triggers: [recordsChange()],
});

export class Category extends CategorySchema.class {}
CategorySchema.setClass(Category);

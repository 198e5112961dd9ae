import { defineEntity, p } from '@mikro-orm/core';
import { attributeTypes } from '#contract/catalogue/catalogue.ts';
import { id, recordsChange } from '../../../core/database/columns.ts';
import { Category } from '../categories/category.entity.ts';

/** A property that describes the products of a category. Their values are in `product.attributes`, by code. */
export const AttributeSchema = defineEntity({
  name: 'Attribute',
  tableName: 'attribute',
  properties: {
    id: id(),
    category: () => p.manyToOne(Category).deleteRule('cascade'),
    code: p.text(),
    name: p.text(),
    type: p.enum(attributeTypes).columnType('text'),
    /** '' without. */
    unit: p.text().default(''),
    isFilterable: p.boolean().default(true),
    position: p.integer().default(0),
  },
  uniques: [{ name: 'attribute_code_unique', properties: ['category', 'code'] }],
  triggers: [recordsChange()],
});

import { defineEntity, p } from '@mikro-orm/core';
import type { AttributeValues } from '#contract/catalogue/catalogue.ts';
import type { BulkFieldName, PlainValues } from '#contract/catalogue/product-fields.input.ts';
import { id, now } from '../../../core/database/columns.ts';

/** A product as a bulk edit found and left it. */
export type BulkEdited = {
  productId: string;
  before: {
    /** EUR. */
    price: number;
    categoryId: string;
    attributes: AttributeValues;
    isPublished: boolean;
    stock: number | null;
  } & Partial<Pick<PlainValues, BulkFieldName>>;
  /** Its version and stock after the edit: if they differ, someone has changed it since. */
  version: number;
  stock: number | null;
};

/** A bulk edit of products, kept so that it can be undone. */
export const BulkEditSchema = defineEntity({
  name: 'BulkEdit',
  tableName: 'bulk_edit',
  properties: {
    id: id(),
    products: p.json<BulkEdited[]>(),
    isUndone: p.boolean().default(false),
    createdAt: now().index(),
  },
});

export class BulkEdit extends BulkEditSchema.class {}
BulkEditSchema.setClass(BulkEdit);

import { defineEntity, p } from '@mikro-orm/core';
import { type ProductDocumentKind, productDocumentKinds } from '#contract/catalogue/product-documents.ts';
import { id, now, recordsChange } from '../../../core/database/columns.ts';
import { Product } from '../products/product.entity.ts';

/** A PDF that shoppers download from a product's page. Its file is named by its id. */
export const ProductDocumentSchema = defineEntity({
  name: 'ProductDocument',
  tableName: 'product_document',
  properties: {
    id: id(),
    product: () => p.manyToOne(Product).deleteRule('cascade').index(),
    kind: p.enum([...productDocumentKinds]).$type<ProductDocumentKind>(),
    title: p.text(),
    language: p.text(),
    /** The size of its file. */
    bytes: p.integer(),
    createdAt: now(),
  },
  triggers: [
    // API processes cache products with their documents.
    recordsChange({ product: 'coalesce(new.product_id, old.product_id)' }),
  ],
});

export class ProductDocument extends ProductDocumentSchema.class {}
ProductDocumentSchema.setClass(ProductDocument);

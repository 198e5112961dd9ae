import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { AttributeSchema } from './attributes/attribute.entity.ts';
import type { BulkEditSchema } from './bulk-edits/bulk-edit.entity.ts';
import type { CategorySchema } from './categories/category.entity.ts';
import type { FormerSlugSchema } from './categories/former-slug.entity.ts';
import type { CatalogueChangeSchema } from './changes/catalogue-change.entity.ts';
import type { CompanySchema } from './companies/company.entity.ts';
import type { ProductDocumentSchema } from './documents/product-document.entity.ts';
import type { PriceChangeSchema } from './prices/price-change.entity.ts';
import type { ProductSchema } from './products/product.entity.ts';
import type { TermSchema } from './terms/term.entity.ts';

export type CatalogueTables = {
  attribute: Table<typeof AttributeSchema>;
  bulkEdit: Table<typeof BulkEditSchema>;
  catalogueChange: Table<typeof CatalogueChangeSchema>;
  category: Table<typeof CategorySchema>;
  company: Table<typeof CompanySchema>;
  formerSlug: Table<typeof FormerSlugSchema>;
  priceChange: Table<typeof PriceChangeSchema>;
  product: Table<typeof ProductSchema>;
  productDocument: Table<typeof ProductDocumentSchema>;
  term: Table<typeof TermSchema>;
};

export const db = queriesOn<CatalogueTables>();

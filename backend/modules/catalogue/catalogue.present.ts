import type {
  AdminProductView,
  AttributeView,
  CategorySummaryView,
  CategoryView,
  ProductView,
} from '#contract/catalogue.ts';
import { toMajorUnits } from '#contract/money.ts';
import type { AttributeRow } from './attributes/attributes.queries.ts';
import type { AdminProductRow, CategoryRow, CategorySummaryRow } from './catalogue.admin.queries.ts';
import type { ProductRow } from './catalogue.queries.ts';

/** A product as the API shows it. */
export function presentProduct(row: ProductRow): ProductView {
  const { id, priceCents, categoryId, categoryName, categorySlug: slug, ...product } = row;
  return { _id: id, ...product, price: toMajorUnits(priceCents), categoryId: { _id: categoryId, categoryName, slug } };
}

/** A product as the API shows it to admins. */
export function presentAdminProduct(
  { version, imageFailure, isPublished, stockCount, createdAt, ...product }: AdminProductRow,
  commentCount: number,
): AdminProductView {
  const date = new Date(createdAt).toISOString();
  const { images } = product;
  return { ...presentProduct(product), images, version, imageFailure, commentCount, isPublished, stockCount, date };
}

/** An attribute as the API shows it to admins. */
export function presentAttribute({ id, ...attribute }: AttributeRow): AttributeView {
  return { _id: id, ...attribute };
}

/** A category as the API shows it to admins, without its products. */
export function presentCategorySummary({ id, name, productCount }: CategorySummaryRow): CategorySummaryView {
  return { _id: id, categoryName: name, productCount };
}

/** A category as the API shows it to admins. */
export function presentCategory({ products, ...category }: CategoryRow): CategoryView {
  return {
    ...presentCategorySummary(category),
    products: products.map(({ id, title, priceCents }) => ({ _id: id, title, price: toMajorUnits(priceCents) })),
  };
}

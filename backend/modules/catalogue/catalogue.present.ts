import type {
  AdminProductView,
  CategorySummaryView,
  CategoryView,
  ImageState,
  ProductView,
} from '#contract/catalogue.ts';
import { toMajorUnits } from '#contract/money.ts';

/** A product as findProduct reads it. */
export type ProductRow = {
  id: string;
  title: string;
  description: string;
  priceCents: number;
  image: string;
  imageState: ImageState;
  imageWidths: number[];
  categoryId: string;
  categoryName: string;
  allRatings: number[];
  rating: number;
};

/** What the API shows of a product. */
export function presentProduct({ id, priceCents, categoryId, categoryName, ...product }: ProductRow): ProductView {
  return { _id: id, ...product, price: toMajorUnits(priceCents), categoryId: { _id: categoryId, categoryName } };
}

/** A product as findAdminProduct and listAdminProducts read it. */
export type AdminProductRow = ProductRow & {
  version: number;
  imageFailure: string | null;
  commentCount: number;
  /** As the database writes it. */
  createdAt: string;
};

/** What the API shows of a product, to admins. */
export function presentAdminProduct(row: AdminProductRow): AdminProductView {
  const { version, imageFailure, commentCount, createdAt, ...product } = row;
  const date = new Date(createdAt).toISOString();
  return { ...presentProduct(product), version, imageFailure, commentCount, date };
}

/** A category as listCategorySummaries reads it. */
export type CategorySummaryRow = { id: string; name: string; productCount: number };

/** A category as listCategories reads it, with its products by title. */
export type CategoryRow = CategorySummaryRow & { products: { id: string; title: string; priceCents: number }[] };

/** What the API shows of a category where its products are not asked for, to admins. */
export function presentCategorySummary({ id, name, productCount }: CategorySummaryRow): CategorySummaryView {
  return { _id: id, categoryName: name, productCount };
}

/** What the API shows of a category, to admins. */
export function presentCategory({ products, ...category }: CategoryRow): CategoryView {
  return {
    ...presentCategorySummary(category),
    products: products.map(({ id, title, priceCents }) => ({ _id: id, title, price: toMajorUnits(priceCents) })),
  };
}

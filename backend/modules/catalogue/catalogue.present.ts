import type { CategoryView, ImageState, ProductView } from '#contract/catalogue.ts';
import { toMajorUnits } from '#contract/money.ts';

/** A product as findProduct and listProducts read it. */
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

/** A category as listCategories reads it, with its products by title. */
export type CategoryRow = {
  id: string;
  name: string;
  productCount: number;
  products: { id: string; title: string; priceCents: number }[];
};

/** What the API shows of a category, to admins. */
export function presentCategory({ id, name, productCount, products }: CategoryRow): CategoryView {
  return {
    _id: id,
    categoryName: name,
    productCount,
    products: products.map((product) => ({
      _id: product.id,
      title: product.title,
      price: toMajorUnits(product.priceCents),
    })),
  };
}

import { toMajorUnits } from '#contract/money.ts';
import type { ProductRow } from './catalogue.present.ts';

/** A product in the words of the audit trail: the price in EUR, the category by its name, the picture by its file's. */
type ProductFacts = {
  title: string | null;
  description: string | null;
  price: number | null;
  category: string | null;
  image: string | null;
};

/** What a product is before it has been added, and after it has been deleted. */
export const NO_PRODUCT: ProductFacts = { title: null, description: null, price: null, category: null, image: null };

export function productFacts({ title, description, priceCents, categoryName, image }: ProductRow): ProductFacts {
  return { title, description, price: toMajorUnits(priceCents), category: categoryName, image };
}

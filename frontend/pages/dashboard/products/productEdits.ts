import type { AddProductInput } from '#contract/catalogue.input.ts';
import type { AdminProductView } from '#contract/catalogue.ts';
import { decimalAmount, toCents } from '#contract/money.ts';

/** A product's form values; the price is text. */
export type ProductText = Omit<AddProductInput, 'price'> & { price: string };

/** A form's initial values. */
export function productText(product: AdminProductView): ProductText {
  return { ...productValues(product), price: decimalAmount(toCents(product.price)) };
}

/** The values a form submits. */
export function productValues({ title, description, price, categoryId }: AdminProductView): AddProductInput {
  return { title, description, price, categoryId: categoryId._id };
}

const productFields = ['title', 'description', 'categoryId', 'price'] as const satisfies (keyof AddProductInput)[];
export type ProductField = (typeof productFields)[number];

/** The fields that differ. */
export function changedFields(before: AddProductInput, after: AddProductInput): ProductField[] {
  return productFields.filter((field) => before[field] !== after[field]);
}

/** Merges two edits of the same product; null if both changed the same field differently. */
export function mergeEdits(
  before: AddProductInput,
  theirs: AddProductInput,
  mine: AddProductInput,
): AddProductInput | null {
  const changed = changedFields(before, mine);
  if (changed.some((field) => theirs[field] !== before[field] && theirs[field] !== mine[field])) return null;
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) };
}

import { attributeText } from '#contract/attribute-text.ts';
import type {
  AdminProductView,
  AttributeView,
  CategorySummaryView,
  CategoryView,
  ProductDetailView,
  ProductView,
} from '#contract/catalogue.ts';
import { toMajorUnits } from '#contract/money.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { failureText } from '../pictures/picture-faults.ts';
import type { AttributeRow } from './attributes/attributes.queries.ts';
import type { AdminProductRow, CategoryRow, CategorySummaryRow } from './catalogue.admin.queries.ts';
import type { ProductDetailRow, ProductRow } from './catalogue.queries.ts';
import { documentUrl } from './documents/document-files.ts';
import { findTerms, type Terms, untranslated } from './terms/terms.queries.ts';

/** A product as the API shows it in the language of the current work. */
export async function presentOneProduct(em: EntityManager, row: ProductDetailRow): Promise<ProductDetailView> {
  return presentProductDetail(row, await findTerms(em, wordsOf(row)));
}

/** The short words of a product, which the dictionary translates. */
function wordsOf({ attributes, family }: ProductRow): string[] {
  return [
    ...attributes.flatMap(({ name, value, unit }) => (typeof value === 'string' ? [name, unit, value] : [name, unit])),
    ...(family?.options ?? []).flatMap(({ name, values }) => [name, ...values.map(({ value }) => value)]),
  ];
}

/** A product as the API shows it in the language of the current work. @param terms translates its short words */
export function presentProduct(row: ProductRow, terms: Terms): ProductView {
  const { id, priceCents, categoryId, categoryName, categorySlug: slug, attributes, family, ...product } = row;
  return {
    _id: id,
    ...product,
    price: toMajorUnits(priceCents),
    categoryId: { _id: categoryId, categoryName, slug },
    attributes: attributes.map(({ code, name, value, unit }) => {
      return { code, name: terms(name), value, unit: terms(unit), label: attributeText({ value, unit }, terms) };
    }),
    family: family && {
      name: family.name,
      options: family.options.map(({ name, values }) => {
        return { name, label: terms(name), values: values.map((each) => ({ ...each, label: terms(each.value) })) };
      }),
    },
  };
}

/** A product with what only its own page shows. @param terms translates its short words */
export function presentProductDetail({ documents, ...row }: ProductDetailRow, terms: Terms): ProductDetailView {
  return {
    ...presentProduct(row, terms),
    documents: documents.map(({ id, ...document }) => ({ _id: id, ...document, url: documentUrl(id) })),
  };
}

/** A product as the API shows it to admins. */
export function presentAdminProduct(
  { version, imageFailure, isPublished, stockCount, createdAt, translations, ...product }: AdminProductRow,
  commentCount: number,
): AdminProductView {
  const date = new Date(createdAt).toISOString();
  const images = product.images.map((image) => ({ ...image, imageFailure: presentFailure(image.imageFailure) }));
  const view = { ...presentProductDetail(product, untranslated), images, imageFailure: presentFailure(imageFailure) };
  return { ...view, version, commentCount, isPublished, stockCount, date, translations };
}

function presentFailure(failure: string | null): string | null {
  return failure === null ? null : failureText(failure);
}

/** An attribute as the API shows it to admins. */
export function presentAttribute({ id, ...attribute }: AttributeRow): AttributeView {
  return { _id: id, ...attribute };
}

/** A category as the API shows it to admins, without its products. */
export function presentCategorySummary({ id, name, ...category }: CategorySummaryRow): CategorySummaryView {
  return { _id: id, categoryName: name, ...category };
}

/** A category as the API shows it to admins. */
export function presentCategory({ products, ...category }: CategoryRow): CategoryView {
  return {
    ...presentCategorySummary(category),
    products: products.map(({ id, title, priceCents }) => ({ _id: id, title, price: toMajorUnits(priceCents) })),
  };
}

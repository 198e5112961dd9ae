import { attributeText } from '#contract/catalogue/attribute-text.ts';
import type {
  AdminProductView,
  AttributeView,
  CategorySummaryView,
  CategoryView,
  ProductDetailView,
} from '#contract/catalogue/catalogue.ts';
import type { PriceChangeView } from '#contract/catalogue/prices.ts';
import { toMajorUnits } from '#contract/values/money.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { isoDate } from '../../core/database/iso-date.ts';
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
export function presentProduct<Row extends ProductRow>(row: Row, terms: Terms) {
  const { priceCents, regularCents, priorCents, saleUntil, ...product } = row;
  return { ...presentDetails(product, terms), ...presentPrices({ priceCents, regularCents, priorCents, saleUntil }) };
}

type ShownPrices = Pick<ProductRow, 'priceCents' | 'regularCents' | 'priorCents' | 'saleUntil'>;

export function presentPrices({ priceCents, regularCents, priorCents, saleUntil }: ShownPrices) {
  return {
    price: toMajorUnits(priceCents),
    regularPrice: presentAmount(regularCents),
    priorPrice: presentAmount(priorCents),
    saleUntil: saleUntil && isoDate(saleUntil),
  };
}

function presentAmount(cents: number | null): number | null {
  return cents === null ? null : toMajorUnits(cents);
}

/** All of a product but its prices. */
function presentDetails<Row extends Omit<ProductRow, keyof ShownPrices>>(row: Row, terms: Terms) {
  const { id, categoryId, categoryName, categorySlug: slug, attributes, family, energySheetId, ...product } = row;
  return {
    _id: id,
    ...product,
    energySheet: energySheetUrl(energySheetId),
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

/** The address of a product information sheet; null without one. */
export function energySheetUrl(documentId: string | null): string | null {
  return documentId && documentUrl(documentId);
}

/** A product with what only its own page shows. @param terms translates its short words */
export function presentProductDetail({ documents, ...row }: ProductDetailRow, terms: Terms): ProductDetailView {
  return { ...presentProduct(row, terms), documents: presentDocuments(documents) };
}

function presentDocuments(documents: ProductDetailRow['documents']): ProductDetailView['documents'] {
  return documents.map(({ id, ...document }) => ({ _id: id, ...document, url: documentUrl(id) }));
}

/** A product as the API shows it to admins. */
export function presentAdminProduct(
  { version, imageFailure, isPublished, stockCount, createdAt, translations, ...row }: AdminProductRow,
  commentCount: number,
): AdminProductView {
  const { priceCents, salePriceCents, saleFrom, saleUntil, isOnSale, priorCents, documents, ...product } = row;
  const prices = {
    price: toMajorUnits(priceCents),
    salePrice: presentAmount(salePriceCents),
    saleFrom: saleFrom && isoDate(saleFrom),
    saleUntil: saleUntil && isoDate(saleUntil),
    isOnSale,
    priorPrice: presentAmount(priorCents),
  };
  const date = isoDate(createdAt);
  const images = product.images.map((image) => ({ ...image, imageFailure: presentFailure(image.imageFailure) }));
  const details = { ...presentDetails(product, untranslated), documents: presentDocuments(documents) };
  const view = { ...details, ...prices, images, imageFailure: presentFailure(imageFailure) };
  return { ...view, version, commentCount, isPublished, stockCount, date, translations };
}

function presentFailure(failure: string | null): string | null {
  return failure === null ? null : failureText(failure);
}

export function presentPriceChange({
  beginsAt,
  priceCents,
}: {
  beginsAt: string;
  priceCents: number;
}): PriceChangeView {
  return { price: toMajorUnits(priceCents), from: isoDate(beginsAt) };
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

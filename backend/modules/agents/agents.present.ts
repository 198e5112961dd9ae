import type { ProductDetailView, ProductView } from '#contract/catalogue/catalogue.ts';
import { isPictureReady, pictureAddress } from '#contract/catalogue/pictures.ts';
import {
  type CurrencyCode,
  convertCents,
  currencyCodes,
  formatMinorUnits,
  toCents,
  toMajorUnits,
  toMinorUnits,
} from '#contract/values/money.ts';
import { m } from '#messages';
import { productUrl } from '../../core/http/page-url.ts';
import { choice, type JsonSchema, type Parameters } from '../../core/http/parameters.ts';

const text: JsonSchema = { type: 'string' };
const integer: JsonSchema = { type: 'integer' };
const number: JsonSchema = { type: 'number' };
const flag: JsonSchema = { type: 'boolean' };
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** An object that always has all of its properties. */
export function objectSchema(properties: Parameters): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const url: JsonSchema = { type: 'string', format: 'uri' };

export const schemas = { text, integer, url, list, nullable };

/** An amount of money. */
export const moneySchema = objectSchema({
  amount: { ...number, description: 'In major units.' },
  currency: choice(currencyCodes),
  text: { type: 'string', description: 'The amount as the shop shows it.' },
});

/** @param minorUnits of the currency */
function presentMoney(minorUnits: number, currency: CurrencyCode) {
  return { amount: toMajorUnits(minorUnits), currency, text: formatMinorUnits(minorUnits, currency) };
}

/** @param amount in major units of the currency */
export function presentAmount(amount: number, currency: CurrencyCode) {
  return presentMoney(toMinorUnits(amount), currency);
}

/** @param price EUR */
function presentPrice(price: number, currency: CurrencyCode) {
  return presentMoney(convertCents(toCents(price), currency), currency);
}

/** What a price includes, and what comes on top. */
export const priceNoteSchema: JsonSchema = { ...text, description: 'What the prices include, and what comes on top.' };

export function priceNote(): string {
  return m.product.priceNote().replaceAll(/<\/?delivery>/g, '');
}

const productProperties: Parameters = {
  id: text,
  title: text,
  url: { ...url, description: 'Its page, with prices in the asked currency.' },
  image: nullable(url),
  category: objectSchema({ id: text, slug: text, name: text }),
  brand: nullable(text),
  sku: nullable(text),
  price: moneySchema,
  priorPrice: {
    ...nullable(moneySchema),
    description: 'While it is on sale, the lowest price of the 30 days before.',
  },
  priceNote: priceNoteSchema,
  availability: choice(['inStock', 'low', 'soldOut']),
  left: { ...nullable(integer), description: 'Units that are left, if only a few are.' },
  rating: { ...nullable(number), description: 'From 1 to 5; null without ratings.' },
  ratingCount: integer,
  energyClass: nullable(text),
};
export const listedProductSchema = objectSchema(productProperties);

type Shown = { publicUrl: string; currency: CurrencyCode };

/** A product of a list. */
export function presentListed(product: ProductView, { publicUrl, currency }: Shown) {
  const { _id: id, title, categoryId: category, brand, sku, price, priorPrice, stock, allRatings, rating } = product;
  return {
    id,
    title,
    url: productUrl(publicUrl, id, currency),
    image: isPictureReady(product) ? publicUrl + pictureAddress(product.image) : null,
    category: { id: category._id, slug: category.slug, name: category.categoryName },
    brand,
    sku,
    price: presentPrice(price, currency),
    // As on pages: one that isn't higher says nothing.
    priorPrice: priorPrice !== null && priorPrice > price ? presentPrice(priorPrice, currency) : null,
    priceNote: priceNote(),
    availability: stock?.state ?? 'inStock',
    left: stock?.state === 'low' ? stock.left : null,
    rating: allRatings.length > 0 ? Number(rating.toFixed(2)) : null,
    ratingCount: allRatings.length,
    energyClass: product.energy?.class ?? null,
  };
}

const charger = objectSchema({ isIncluded: flag, minWatts: number, maxWatts: number, usbPd: flag });
const company = nullable(objectSchema({ name: text, address: text, contact: text }));

export const productSchema = objectSchema({
  ...productProperties,
  description: text,
  images: list(url),
  attributes: list(objectSchema({ name: text, value: text })),
  options: {
    ...list(
      objectSchema({
        name: text,
        values: list(objectSchema({ value: text, isThis: flag, productId: nullable(text) })),
      }),
    ),
    description: 'What its family can be chosen by. Each value names the product that has it.',
  },
  gtin: nullable(text),
  mpn: nullable(text),
  condition: nullable(text),
  manufacturer: company,
  responsible: { ...company, description: 'Who answers for its safety in the EU.' },
  safety: nullable(text),
  charger: { ...nullable(charger), description: 'What charges it, and whether that is in the box.' },
  repairScore: { ...nullable(number), description: 'How easily it is repaired, from 0 to 10.' },
  guaranteeYears: { ...nullable(integer), description: "Of the producer's guarantee of durability." },
  updatesUntil: { ...nullable(text), description: 'Until when its software gets updates: YYYY-MM-DD.' },
  documents: list(objectSchema({ kind: text, title: text, language: text, url })),
});

/** A product with what only its own page shows. */
export function presentDetail(product: ProductDetailView, shown: Shown) {
  const { description, attributes, family, gtin, mpn, condition, manufacturer, responsible, safety } = product;
  const { charger, repairScore, guaranteeYears, updatesUntil, images, documents } = product;
  const { publicUrl } = shown;
  return {
    ...presentListed(product, shown),
    description,
    images: images.filter(isPictureReady).map(({ image }) => publicUrl + pictureAddress(image)),
    attributes: attributes.map(({ name, label }) => ({ name, value: label })),
    options: (family?.options ?? []).map(({ label, values }) => ({
      name: label,
      values: values.map(({ label, isCurrent, productId }) => ({ value: label, isThis: isCurrent, productId })),
    })),
    gtin,
    mpn,
    condition,
    manufacturer,
    responsible,
    safety,
    charger,
    repairScore,
    guaranteeYears,
    updatesUntil,
    documents: documents.map(({ kind, title, language, url }) => ({ kind, title, language, url: publicUrl + url })),
  };
}

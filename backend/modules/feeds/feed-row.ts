import { createHash } from 'node:crypto';
import type { Condition } from '#contract/catalogue/catalogue.ts';
import { pictureAddress } from '#contract/catalogue/pictures.ts';
import { PICKUP } from '#contract/orders/delivery.ts';
import { shippingPrice } from '#contract/orders/pricing.ts';
import { type CurrencyCode, convertCents } from '#contract/values/money.ts';
import { productUrl } from '../../core/http/page-url.ts';
import type { FeedProductRow } from '../catalogue/feeds/feed-products.queries.ts';
import type { ShippingMethodRow } from '../delivery/delivery.queries.ts';

/** A product as all feeds list it. Amounts are minor units of `currency`. */
export type FeedRow = {
  id: string;
  title: string;
  description: string;
  brand: string | null;
  /** Of its page, which shows its prices in the same currency. */
  url: string;
  image: string;
  furtherImages: string[];
  isSoldOut: boolean;
  currency: CurrencyCode;
  /** What is charged; during a sale what its page strikes, if it strikes a price. */
  price: number;
  /** What is charged during a sale; null unless its page strikes a price. */
  salePrice: number | null;
  /** When the sale begins and ends (ISO 8601, UTC); null without an end. */
  saleDates: [begin: string, end: string] | null;
  gtin: string | null;
  mpn: string | null;
  condition: Condition;
  /** Its number in Google's taxonomy. */
  googleCategory: number | null;
  category: string;
  /** The same for all variants of a family. */
  group: string | null;
  /** In the European Product Registry for Energy Labelling. */
  eprel: string | null;
  /** By the cheapest method that delivers one unit to the feed's country; null without one. */
  shipping: { country: string; price: number; minDays: number; maxDays: number } | null;
  seller: string;
};

export type RowTerms = {
  publicUrl: string;
  currency: CurrencyCode;
  country: string;
  /** Those that shoppers can choose, the cheapest first. */
  methods: readonly ShippingMethodRow[];
  seller: string;
};

/** A product in the language of the current work. */
export function feedRow(product: FeedProductRow, terms: RowTerms): FeedRow {
  const { id, title, description, brand, gtin, mpn, isSoldOut, condition, googleCategory, priceCents } = product;
  const { publicUrl, currency, seller } = terms;
  const { saleBeganAt, saleUntil, priorCents } = product;
  const inCurrency = (cents: number) => convertCents(cents, currency);
  // A lower price must be compared with the prior one, or with none: Directive 98/6/EC, Art. 6a.
  const struckCents = priorCents !== null && priorCents > priceCents ? priorCents : null;
  const isReduced = struckCents !== null;
  return {
    id: product.sku ?? id,
    title,
    description,
    brand,
    url: productUrl(publicUrl, id, currency),
    image: publicUrl + pictureAddress(product.image),
    furtherImages: product.furtherImages.map((image) => publicUrl + pictureAddress(image)),
    isSoldOut,
    currency,
    price: inCurrency(struckCents ?? priceCents),
    salePrice: isReduced ? inCurrency(priceCents) : null,
    saleDates: isReduced && saleBeganAt && saleUntil ? [instantOf(saleBeganAt), instantOf(saleUntil)] : null,
    gtin,
    mpn,
    condition: condition ?? 'new',
    googleCategory,
    category: product.categoryName,
    group: product.family && groupOf(product.categoryId, product.family),
    eprel: product.energy?.eprel ?? null,
    shipping: cheapestShipping(priceCents, terms),
    seller,
  };
}

/** Whether a method delivers to a country. Those for some of its territories alone don't. */
export function deliversTo(country: string): (method: ShippingMethodRow) => boolean {
  return ({ code, countries }) => code !== PICKUP && (countries.length === 0 || countries.includes(country));
}

function cheapestShipping(priceCents: number, { methods, country, currency }: RowTerms): FeedRow['shipping'] {
  const offers = methods.filter(deliversTo(country)).map(({ minDays, maxDays, ...method }) => {
    return { country, price: convertCents(shippingPrice(method, priceCents), currency), minDays, maxDays };
  });
  // Of equal ones, the first.
  return offers.toSorted((one, other) => one.price - other.price)[0] ?? null;
}

/** Readers take short ones only: at most 50 characters. */
function groupOf(categoryId: string, family: string): string {
  return createHash('sha256').update(`${categoryId}/${family}`).digest('hex').slice(0, 32);
}

/** Without milliseconds, which not every reader knows. */
function instantOf(time: string): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

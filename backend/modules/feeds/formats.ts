import { stringify } from 'csv-stringify/sync';
import type { FeedFormat } from '#contract/integration/feeds.ts';
import { decimalAmount } from '#contract/values/money.ts';
import { m } from '#messages';
import type { FeedRow } from './feed-row.ts';

/** A file format. It writes texts in the language of the current work. */
type Format = {
  extension: string;
  mediaType: string;
  /** The first line; '' without one. */
  header: string;
  /** The lines of these products. */
  write(rows: readonly FeedRow[]): string;
  /** Whether it also has what is sold out. */
  hasSoldOut: boolean;
  /** The most characters that its readers take; null without a limit. */
  idMax: number | null;
  titleMax: number | null;
};

/** What each column says of a product, in their order; null where there is nothing to say. */
type Columns = Record<string, (row: FeedRow) => string | null>;

/** https://support.google.com/merchants/answer/7052112 */
const google = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  description: ({ description }) => description,
  link: ({ url }) => url,
  image_link: ({ image }) => image,
  additional_image_link: ({ furtherImages }) => furtherImages.join(',') || null,
  availability: ({ isSoldOut }) => (isSoldOut ? 'out_of_stock' : 'in_stock'),
  price: ({ price, currency }) => `${decimalAmount(price)} ${currency}`,
  sale_price: ({ salePrice, currency }) => (salePrice === null ? null : `${decimalAmount(salePrice)} ${currency}`),
  sale_price_effective_date: ({ saleDates }) => saleDates?.join('/') ?? null,
  brand: ({ brand }) => brand,
  gtin: ({ gtin }) => gtin,
  mpn: ({ mpn }) => mpn,
  identifier_exists: ({ gtin, mpn, brand }) => (gtin !== null || (mpn !== null && brand !== null) ? 'yes' : 'no'),
  condition: ({ condition }) => condition,
  google_product_category: ({ googleCategory }) => googleCategory?.toString() ?? null,
  product_type: ({ category }) => category,
  item_group_id: ({ group }) => group,
  // Without region and service.
  shipping: ({ shipping, currency }) =>
    shipping && `${shipping.country}:::${decimalAmount(shipping.price)} ${currency}`,
  certification: ({ eprel }) => eprel && `EC:EPREL:${eprel}`,
} satisfies Columns;

/** As Google's, but for the words of https://developers.facebook.com/docs/commerce-platform/catalog/fields */
const meta: Columns = { ...google, availability: ({ isSoldOut }) => (isSoldOut ? 'out of stock' : 'in stock') };

const { id, link, image_link, ...others } = google;
/** https://developers.openai.com/commerce/specs/feed, with Google's names for what it doesn't name. */
const openai: Columns = {
  item_id: id,
  url: link,
  image_url: image_link,
  seller_name: ({ seller }) => seller,
  ...others,
};

/** "2–4 days". */
function daysText({ minDays, maxDays }: { minDays: number; maxDays: number }): string {
  if (minDays === maxDays) return m.feeds.deliveryDays({ count: maxDays });
  return m.feeds.deliveryTime({ min: minDays, max: maxDays });
}

const idealo: Columns = {
  sku: ({ id }) => id,
  brand: ({ brand }) => brand,
  title: ({ title }) => title,
  categoryPath: ({ category }) => category,
  url: ({ url }) => url,
  eans: ({ gtin }) => gtin,
  description: ({ description }) => description,
  price: ({ price, salePrice }) => decimalAmount(salePrice ?? price),
  deliveryCosts_standard: ({ shipping }) => shipping && decimalAmount(shipping.price),
  deliveryTime: ({ shipping }) => shipping && daysText(shipping),
  imageUrls: ({ image, furtherImages }) => [image, ...furtherImages].join(','),
};

type Lines = (string | null)[][];

/** A file with a line of names, and one for each product. */
function table(columns: Columns, write: (lines: Lines) => string): Pick<Format, 'header' | 'write'> {
  const writers = Object.values(columns);
  return {
    header: write([Object.keys(columns)]),
    write: (rows) => write(rows.map((row) => writers.map((value) => value(row)))),
  };
}

/** Tabs and line breaks in a value would end it. */
function tabbed(lines: Lines): string {
  const plain = (value: string | null) => (value ?? '').replace(/\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ');
  return lines.map((values) => `${values.map(plain).join('\t')}\n`).join('');
}

/** https://jsonlines.org */
function jsonLine(row: FeedRow): string {
  const values = Object.entries(openai).map(([name, value]) => [name, value(row)] as const);
  return `${JSON.stringify(Object.fromEntries(values.filter(([, value]) => value !== null)))}\n`;
}

const csv = { extension: 'csv', mediaType: 'text/csv; charset=utf-8' };

export const formats: Record<FeedFormat, Format> = {
  google: {
    extension: 'tsv',
    mediaType: 'text/tab-separated-values; charset=utf-8',
    ...table(google, tabbed),
    hasSoldOut: true,
    idMax: 50,
    titleMax: 150,
  },
  meta: { ...csv, ...table(meta, (lines) => stringify(lines)), hasSoldOut: true, idMax: 100, titleMax: 200 },
  idealo: {
    ...csv,
    ...table(idealo, (lines) => stringify(lines, { delimiter: ';' })),
    hasSoldOut: false,
    idMax: null,
    titleMax: null,
  },
  openai: {
    extension: 'jsonl',
    mediaType: 'application/jsonl; charset=utf-8',
    header: '',
    write: (rows) => rows.map(jsonLine).join(''),
    hasSoldOut: true,
    idMax: 100,
    titleMax: 150,
  },
};

/** "google.tsv": the end of the address of a feed. */
export function fileName(format: FeedFormat): string {
  return `${format}.${formats[format].extension}`;
}

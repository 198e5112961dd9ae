import { expect, test } from 'vitest';
import { inLanguage } from '#messages/context.ts';
import type { FeedRow } from './feed-row.ts';
import { fileName, formats } from './formats.ts';

const row: FeedRow = {
  id: 'SKU-1',
  title: 'A "quoted"; title',
  description: 'One\ttab,\r\ntwo\nlines',
  brand: 'Orrin',
  url: 'https://shop.example/product/1?currency=EUR',
  image: 'https://shop.example/uploads/1.jpg',
  furtherImages: ['https://shop.example/uploads/2.jpg', 'https://shop.example/uploads/3.jpg'],
  isSoldOut: false,
  currency: 'EUR',
  price: 10_000,
  salePrice: 8050,
  saleDates: ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  gtin: '4006381333931',
  mpn: null,
  condition: 'new',
  googleCategory: 267,
  category: 'Phones',
  group: 'g1',
  eprel: '123456',
  shipping: { country: 'DE', price: 490, minDays: 2, maxDays: 4 },
  seller: 'Novi Sad',
};

/** A product of which little is known. */
const bare: FeedRow = {
  ...row,
  brand: null,
  furtherImages: [],
  isSoldOut: true,
  salePrice: null,
  saleDates: null,
  gtin: null,
  googleCategory: null,
  group: null,
  eprel: null,
  shipping: null,
};

test('Google gets values between tabs, in which neither tabs nor line breaks are left', () => {
  expect(formats.google.header).toBe(
    'id\ttitle\tdescription\tlink\timage_link\tadditional_image_link\tavailability\tprice\tsale_price\t' +
      'sale_price_effective_date\tbrand\tgtin\tmpn\tidentifier_exists\tcondition\tgoogle_product_category\t' +
      'product_type\titem_group_id\tshipping\tcertification\n',
  );
  expect(formats.google.write([row, bare])).toBe(
    'SKU-1\tA "quoted"; title\tOne tab, two lines\thttps://shop.example/product/1?currency=EUR\t' +
      'https://shop.example/uploads/1.jpg\thttps://shop.example/uploads/2.jpg,https://shop.example/uploads/3.jpg\t' +
      'in_stock\t100.00 EUR\t80.50 EUR\t2026-11-01T00:00:00Z/2026-12-01T00:00:00Z\tOrrin\t4006381333931\t\tyes\tnew\t' +
      '267\tPhones\tg1\tDE:::4.90 EUR\tEC:EPREL:123456\n' +
      'SKU-1\tA "quoted"; title\tOne tab, two lines\thttps://shop.example/product/1?currency=EUR\t' +
      'https://shop.example/uploads/1.jpg\t\tout_of_stock\t100.00 EUR\t\t\t\t\t\tno\tnew\t\tPhones\t\t\t\n',
  );
});

test('Meta gets the same in CSV, with its own words for stock', () => {
  const [google, meta] = [formats.google.header, formats.meta.header];
  expect(meta).toBe(google.replaceAll('\t', ','));
  expect(formats.meta.write([row])).toContain('"A ""quoted""; title","One\ttab,\r\ntwo\nlines",');
  expect(formats.meta.write([row])).toContain(',in stock,100.00 EUR,80.50 EUR,');
  expect(formats.meta.write([bare])).toContain(',out of stock,100.00 EUR,,,');
});

test('idealo gets what is charged between semicolons, with days in the language', () => {
  expect(formats.idealo.header).toBe(
    'sku;brand;title;categoryPath;url;eans;description;price;deliveryCosts_standard;deliveryTime;imageUrls\n',
  );
  expect(inLanguage('de', () => formats.idealo.write([row]))).toBe(
    'SKU-1;Orrin;"A ""quoted""; title";Phones;https://shop.example/product/1?currency=EUR;4006381333931;' +
      '"One\ttab,\r\ntwo\nlines";80.50;4.90;2–4 Tage;' +
      'https://shop.example/uploads/1.jpg,https://shop.example/uploads/2.jpg,https://shop.example/uploads/3.jpg\n',
  );
  const sameDay = { ...row, shipping: { country: 'DE', price: 0, minDays: 1, maxDays: 1 } };
  expect(formats.idealo.write([sameDay])).toContain(';80.50;0.00;1 day;');
  expect(formats.idealo.write([bare])).toContain(';100.00;;;https://shop.example/uploads/1.jpg\n');
});

test('OpenAI gets a line of JSON for each, without what is not known', () => {
  const [first, second, ...rest] = formats.openai.write([row, bare]).split('\n');
  expect(rest).toEqual(['']);
  expect(JSON.parse(first ?? '')).toEqual({
    item_id: 'SKU-1',
    title: row.title,
    description: row.description,
    url: row.url,
    brand: 'Orrin',
    seller_name: 'Novi Sad',
    image_url: row.image,
    additional_image_link: row.furtherImages.join(','),
    availability: 'in_stock',
    price: '100.00 EUR',
    sale_price: '80.50 EUR',
    sale_price_effective_date: '2026-11-01T00:00:00Z/2026-12-01T00:00:00Z',
    gtin: '4006381333931',
    identifier_exists: 'yes',
    condition: 'new',
    google_product_category: '267',
    product_type: 'Phones',
    item_group_id: 'g1',
    shipping: 'DE:::4.90 EUR',
    certification: 'EC:EPREL:123456',
  });
  expect(Object.keys(JSON.parse(second ?? ''))).toEqual([
    'item_id',
    'url',
    'image_url',
    'seller_name',
    'title',
    'description',
    'availability',
    'price',
    'identifier_exists',
    'condition',
    'product_type',
  ]);
});

test.each([
  [{ gtin: '4006381333931', mpn: null, brand: null }, 'yes'],
  [{ gtin: null, mpn: 'X1', brand: 'Orrin' }, 'yes'],
  [{ gtin: null, mpn: 'X1', brand: null }, 'no'],
  [{ gtin: null, mpn: null, brand: 'Orrin' }, 'no'],
])('whether identifiers of %j exist: %s', (identifiers, expected) => {
  expect(JSON.parse(formats.openai.write([{ ...row, ...identifiers }])).identifier_exists).toBe(expected);
});

test('files are named by their formats', () => {
  expect((['google', 'meta', 'idealo', 'openai'] as const).map(fileName)).toEqual([
    'google.tsv',
    'meta.csv',
    'idealo.csv',
    'openai.jsonl',
  ]);
});

import { parse } from 'csv-parse/sync';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FeedFormat, type FeedView, feedFormats } from '#contract/integration/feeds.ts';
import { type CurrencyCode, currencyCodes, formatMinorUnits, toMinorUnits } from '#contract/values/money.ts';
import { inLanguage } from '#messages/context.ts';
import type { LanguageCode } from '#messages/languages.ts';
import { auditTrail, startCatalogueShop } from '../../../testing/data/catalogue.ts';
import { getPage } from '../../../testing/data/pages.ts';
import { waitFor } from '../../../testing/wait.ts';

const { shop, call, addCategory, addProduct, editProduct, username } = await startCatalogueShop({
  workers: true,
  languages: ['en', 'de'],
});

/** What every format says of a product, under names of the test. */
type ReadRow = {
  id: string;
  title: string;
  url: string;
  image: string;
  isSoldOut: boolean;
  /** "19.99 EUR"; idealo's without a currency. */
  price: string;
  salePrice: string;
  values: Record<string, string>;
};

/** Reads a file as the documentation of its format says. */
const parsers: Record<FeedFormat, (text: string) => ReadRow[]> = {
  google: (text) => {
    const [header = '', ...lines] = text.replace(/\n$/, '').split('\n');
    const names = header.split('\t');
    return lines.map((line) => {
      const values = line.split('\t');
      expect(values).toHaveLength(names.length);
      return googleRow(Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])), 'out_of_stock');
    });
  },
  meta: (text) => records(text, ',').map((values) => googleRow(values, 'out of stock')),
  idealo: (text) =>
    records(text, ';').map((values) => ({
      ...common(values, { id: 'sku', url: 'url' }),
      image: values.imageUrls?.split(',')[0] ?? '',
      isSoldOut: false,
      price: values.price ?? '',
      salePrice: '',
    })),
  openai: (text) =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => {
        const { item_id: id = '', url: link = '', image_url = '', ...values } = JSON.parse(line);
        return googleRow({ ...values, id, link, image_link: image_url }, 'out_of_stock');
      }),
};

function records(text: string, delimiter: string): Record<string, string>[] {
  return parse(text, { columns: true, delimiter });
}

function common(values: Record<string, string>, names: { id: string; url: string }) {
  return { id: values[names.id] ?? '', title: values.title ?? '', url: values[names.url] ?? '', values };
}

function googleRow(values: Record<string, string>, soldOut: string): ReadRow {
  return {
    ...common(values, { id: 'id', url: 'link' }),
    image: values.image_link ?? '',
    isSoldOut: values.availability === soldOut,
    price: values.price ?? '',
    salePrice: values.sale_price ?? '',
  };
}

const base = { format: 'google', language: 'en', currency: 'EUR', country: 'RS' } as const;
const add = async (settings: object = {}): Promise<FeedView> =>
  (await call('POST', '/admin/feed', { ...base, ...settings })).body.feed;
const list = async (): Promise<FeedView[]> => (await call('GET', '/admin/feed')).body.feeds;
const viewOf = async (id: string) => (await list()).find(({ _id }) => _id === id);
const problemsOf = async (id: string, query = '') => (await call('GET', `/admin/feed/${id}/problems${query}`)).body;
const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });
const read = async ({ url, format }: FeedView): Promise<ReadRow[]> => parsers[format](await (await get(url)).text());
const rowOf = async (feed: FeedView, id: string) => (await read(feed)).find((row) => row.url.includes(id));
const addFor = async (product: object = {}, category?: string): Promise<string> => {
  const { productId } = (await addProduct(category ?? (await addCategory()), product)).body;
  await shop.untilCalm();
  return productId;
};

/** Holds a row against the page that it links to. */
async function expectPageOf({ url, title, image, isSoldOut, price, salePrice }: ReadRow, currency: CurrencyCode) {
  const page = await getPage(url);
  expect(page.status, url).toBe(200);
  const product = page.structuredData.find((data) => data['@type'] === 'Product');
  expect(product.name).toBe(title);
  expect(product.image).toContain(image);
  const charged = (salePrice || price).replace(` ${currency}`, '');
  expect(product.offers).toMatchObject({ price: charged, priceCurrency: currency });
  expect(product.offers.availability.endsWith('OutOfStock')).toBe(isSoldOut);
  const language = (/^\/(de)\//.exec(new URL(url).pathname)?.[1] ?? 'en') as LanguageCode;
  const shown = (amount: string) =>
    inLanguage(language, () => formatMinorUnits(toMinorUnits(Number.parseFloat(amount)), currency));
  expect(page.body).toContain(`>${shown(charged)}<`);
  // What a sale is compared with is struck.
  if (salePrice) expect(page.body).toContain(`>${shown(price)}<`);
  const picture = await get(image);
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  await picture.arrayBuffer();
}

beforeAll(async () => {
  await call('POST', '/admin/shipping-method', {
    code: 'post',
    name: 'Post',
    price: 4.9,
    freeFrom: 100,
    minDays: 2,
    maxDays: 4,
    countries: ['RS', 'DE'],
  });
  await call('POST', '/admin/shipping-method', { code: 'courier', name: 'Courier', price: 9, minDays: 1, maxDays: 1 });
});

beforeEach(async () => {
  for (const { _id } of await list()) await call('DELETE', `/admin/feed/${_id}`);
});

afterEach(async () => {
  await shop.em().execute('delete from product');
});

describe('every row equals its page', () => {
  let ids: string[] = [];
  beforeEach(async () => {
    const named = { de: { title: 'Größe „M“', description: 'Weich; und warm' } };
    const [plain, reduced, soldOut] = [
      await addFor({
        title: 'A\ttab & "quotes";',
        description: 'One\nTwo\r\nThree',
        price: 19.99,
        translations: named,
      }),
      await addFor({ title: 'Reduced', price: 33.33 }),
      await addFor({ title: 'Gone', price: 0.01, stock: 0 }),
    ];
    await editProduct(reduced, { salePrice: 22.22, saleUntil: '2099-01-01T00:00:00Z' });
    ids = [plain, reduced, soldOut];
  });

  test.each(feedFormats.flatMap((format) => currencyCodes.map((currency) => [format, currency] as const)))(
    'of %s in %s, in each language',
    async (format, currency) => {
      for (const language of ['en', 'de']) {
        const feed = await add({ format, currency, language });
        const rows = await read(feed);
        const expected = format === 'idealo' ? ids.slice(0, 2) : ids;
        expect(rows.map(({ url }) => new URL(url).pathname)).toEqual(
          expected.map((id) => `${language === 'de' ? '/de' : ''}/product/${id}`),
        );
        const first = rows[0];
        const plain =
          format === 'google' ? first && { ...first, title: first.title.replace('A tab', 'A\ttab') } : first;
        for (const row of plain === undefined ? rows : [plain, ...rows.slice(1)]) await expectPageOf(row, currency);
        expect(feed).toMatchObject({ products: rows.length });
      }
    },
  );
});

describe('a feed', () => {
  test('is listed with its address, and shows when it was read', async () => {
    const feed = await add();
    expect(feed).toEqual({
      _id: expect.any(String),
      ...base,
      url: expect.stringMatching(new RegExp(`^${shop.url}/feeds/[\\w-]{43}/google\\.tsv$`)),
      products: 0,
      problems: 0,
      readAt: null,
    });
    const other = await add({ format: 'openai' });
    expect(await list()).toEqual([other, feed]);
    await get(feed.url);
    const { readAt } = (await viewOf(feed._id)) ?? {};
    expect(Date.parse(readAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect((await viewOf(other._id))?.readAt).toBeNull();
  });

  test('can be edited: its secret stays, the end of its address is that of the format', async () => {
    const feed = await add();
    const { status, body } = await call('PUT', `/admin/feed/${feed._id}`, { format: 'meta', currency: 'USD' });
    const url = feed.url.replace('google.tsv', 'meta.csv');
    expect([status, body.feed]).toEqual([200, { ...feed, format: 'meta', currency: 'USD', url }]);
    expect((await get(feed.url)).status).toBe(404);
    expect((await get(url)).headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    await call('PUT', `/admin/feed/${feed._id}`, { currency: 'USD' });
    await call('DELETE', `/admin/feed/${feed._id}`);
    expect((await get(url)).status).toBe(404);
    const trail = await auditTrail(shop.em(), feed._id);
    expect(trail.map(({ action, actor, subjectName }) => [action, actor, subjectName])).toEqual([
      ['feed.added', username, 'Google Merchant Center (en, EUR, RS)'],
      ['feed.edited', username, 'Google Merchant Center (en, EUR, RS)'],
      ['feed.deleted', username, 'Meta (en, USD, RS)'],
    ]);
    expect(trail[1]?.changes).toEqual({
      format: { from: 'google', to: 'meta' },
      currency: { from: 'EUR', to: 'USD' },
    });
    expect(JSON.stringify(trail)).not.toContain(feed.url.split('/')[4]);
  });

  test.each([
    ['format', 'bing', 'Format must be google, meta, idealo or openai'],
    ['format', undefined, 'Format must be google, meta, idealo or openai'],
    ['language', 'xx', 'Choose a language that the shop supports'],
    ['language', 'sr', 'Choose a language that the shop supports'],
    ['currency', 'GBP', 'Currency must be EUR, USD or RSD'],
    ['country', 'XX', 'Country must be a two-letter ISO code, such as RS'],
    ['country', 'ES-CN', 'Country must be a two-letter ISO code, such as RS'],
  ])('can not have the %s %j', async (field, value, message) => {
    const feed = await add();
    const { status, body } = await call('POST', '/admin/feed', { ...base, [field]: value });
    expect([status, body.fields]).toEqual([422, { [field]: message }]);
    if (value === undefined) return;
    expect((await call('PUT', `/admin/feed/${feed._id}`, { [field]: value })).status).toBe(422);
    expect(await list()).toEqual([feed]);
  });

  test('is one of at most 50', async () => {
    const statuses = [];
    for (let count = 0; count < 51; count += 1) statuses.push((await call('POST', '/admin/feed', base)).status);
    expect(statuses).toEqual([...Array.from({ length: 50 }, () => 200), 409]);
  });

  test('is found by nobody who does not know its address', async () => {
    const feed = await add();
    const [, , , , secret = ''] = feed.url.split('/');
    for (const path of [
      `/feeds/${'x'.repeat(43)}/google.tsv`,
      `/feeds/${secret}/meta.csv`,
      `/feeds/${secret}/google.csv`,
      `/feeds/${secret.slice(1)}/google.tsv`,
      `/feeds/${secret.toUpperCase()}/google.tsv`,
      '/feeds/%00/google.tsv',
    ]) {
      expect((await get(shop.url + path)).status, path).toBe(404);
    }
    expect((await get(`${shop.url}/feeds/${secret}`)).status).toBe(404);
    const served = await get(feed.url);
    expect(served.headers.get('X-Robots-Tag')).toBe('noindex');
    expect((await viewOf(feed._id))?.readAt).not.toBeNull();
    for (const path of ['/robots.txt', '/sitemap-pages.xml']) {
      expect(await (await get(shop.url + path)).text()).not.toContain('feeds');
    }
  });

  test('that does not exist can be neither edited nor deleted', async () => {
    for (const id of [crypto.randomUUID(), 'x']) {
      expect((await call('PUT', `/admin/feed/${id}`, base)).status).toBe(404);
      expect((await call('DELETE', `/admin/feed/${id}`)).status).toBe(404);
      expect((await call('GET', `/admin/feed/${id}/problems`)).status).toBe(404);
    }
  });

  test('speaks the default language once its own is switched off', async () => {
    await addFor({ translations: { de: { title: 'Kopfhörer' } } });
    const feed = await add({ language: 'de' });
    expect(await read(feed)).toMatchObject([{ title: 'Kopfhörer' }]);
    await call('PUT', '/admin/settings', { languages: ['en'] });
    const [row] = await read(feed);
    await call('PUT', '/admin/settings', { languages: ['en', 'de'] });
    expect(row?.title).toBe('Headphones');
    expect(row?.url).toMatch(new RegExp(`^${shop.url}/product/`));
  });
});

describe('a row', () => {
  test('tells identifiers, condition, categories, labels and family', async () => {
    const categoryId = await addCategory();
    const { allCategories } = (await call('GET', '/admin/category?summary=true')).body;
    const { categoryName } = allCategories.find(({ _id }: { _id: string }) => _id === categoryId);
    await call('PUT', '/admin/category', { id: categoryId, categoryName, googleCategory: 267 });
    const product = {
      sku: 'X-1',
      gtin: '4006381333931',
      mpn: 'M1',
      brand: 'Orrin',
      condition: 'used',
      energy: { class: 'B', eprel: '123456' },
      family: { name: 'Phone', options: { Color: 'Red' } },
    };
    const [red, blue] = [
      await addFor(product, categoryId),
      await addFor({ family: { name: 'Phone', options: { Color: 'Blue' } } }, categoryId),
    ];
    const feed = await add();
    const row = (await rowOf(feed, red))?.values;
    expect(row).toMatchObject({
      id: 'X-1',
      gtin: '4006381333931',
      mpn: 'M1',
      brand: 'Orrin',
      identifier_exists: 'yes',
      condition: 'used',
      google_product_category: '267',
      product_type: categoryName,
      certification: 'EC:EPREL:123456',
    });
    expect((await rowOf(feed, blue))?.values).toMatchObject({
      id: blue,
      identifier_exists: 'no',
      condition: 'new',
      item_group_id: row?.item_group_id,
      certification: '',
    });
    expect(row?.item_group_id).toMatch(/^\w{10,50}$/);
    const lonely = await addFor();
    expect((await rowOf(feed, lonely))?.values).toMatchObject({ item_group_id: '', google_product_category: '' });
  });

  test.each([
    ['RS', 'EUR', 19.99, 'RS:::4.90 EUR'],
    ['RS', 'USD', 19.99, 'RS:::5.34 USD'],
    ['RS', 'EUR', 100, 'RS:::0.00 EUR'],
    ['FR', 'EUR', 100, 'FR:::9.00 EUR'],
  ])(
    'tells what the cheapest delivery to %s costs in %s at a price of %d',
    async (country, currency, price, shipping) => {
      const id = await addFor({ price });
      expect((await rowOf(await add({ country, currency }), id))?.values.shipping).toBe(shipping);
    },
  );

  test('strikes what its page strikes during a sale, with its dates', async () => {
    const id = await addFor({ price: 100 });
    const feed = await add();
    const told = async () => {
      const { price, sale_price: sale, sale_price_effective_date: dates } = (await rowOf(feed, id))?.values ?? {};
      return [price, sale, dates];
    };
    await editProduct(id, { salePrice: 80 });
    expect(await told()).toEqual(['100.00 EUR', '80.00 EUR', '']);
    await editProduct(id, { saleUntil: '2099-01-01T00:00:00Z' });
    expect(await told()).toEqual([
      '100.00 EUR',
      '80.00 EUR',
      expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\/2099-01-01T00:00:00Z$/),
    ]);
    // A sale that is yet to begin.
    await editProduct(id, { saleFrom: '2098-01-01T00:00:00Z' });
    expect(await told()).toEqual(['100.00 EUR', '', '']);
  });

  test('of a product that was never sold at another price is no offer', async () => {
    const id = await addFor({ price: 100, salePrice: 80 });
    const row = await rowOf(await add(), id);
    expect([row?.price, row?.salePrice]).toEqual(['80.00 EUR', '']);
  });
});

describe('products with problems', () => {
  test('are left out or listed as weak, with the reasons', async () => {
    await shop.em().execute("update shipping_method set is_active = false where code = 'courier'");
    const good = { brand: 'Orrin', gtin: '4006381333931', translations: { de: { title: 'T', description: 'D' } } };
    const ids = {
      free: await addFor({ ...good, price: 0 }),
      bare: await addFor({ translations: good.translations }),
      long: await addFor({ ...good, title: 'x'.repeat(151), sku: 'y'.repeat(51) }),
      untranslated: await addFor({ ...good, translations: {} }),
      soldOut: await addFor({ ...good, stock: 0 }),
      failed: await addFor(good),
      processing: await addFor(good),
      good: await addFor(good),
      hidden: await addFor({ isPublished: false }),
    };
    const state = (id: string, state: string) =>
      shop.em().execute(`update picture set state = ?, widths = '{}' where owner_id = ?`, [state, id]);
    await state(ids.failed, 'failed');
    await state(ids.processing, 'waiting');
    const reasonsOf = async (settings: object) => {
      const feed = await add({ language: 'de', country: 'DE', ...settings });
      const { problems, total } = await problemsOf(feed._id);
      const { products } = feed;
      expect([feed.problems, products]).toEqual([total, (await read(feed)).length]);
      const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
      return Object.fromEntries(
        problems.map(({ _id, reasons, isLeftOut }: { _id: string; reasons: string[]; isLeftOut: boolean }) => [
          `${names.get(_id)}${isLeftOut ? ' is left out' : ''}`,
          reasons.join(),
        ]),
      );
    };
    const common = {
      'free is left out': 'noPrice',
      'failed is left out': 'noPicture',
      'processing is left out': 'pictureInPreparation',
      bare: 'noIdentifiers,noBrand',
      untranslated: 'untranslated',
    };
    expect(await reasonsOf({})).toEqual({ ...common, long: 'longId' });
    expect(await reasonsOf({ language: 'en' })).toEqual({
      ...Object.fromEntries(Object.entries(common).filter(([name]) => name !== 'untranslated')),
      long: 'longId,longTitle',
    });
    expect(await reasonsOf({ format: 'idealo' })).toEqual({ ...common, 'soldOut is left out': 'soldOut' });
    expect(await reasonsOf({ format: 'idealo', country: 'FR' })).toMatchObject({
      good: 'noShipping',
      bare: 'noIdentifiers,noBrand,noShipping',
    });
    await shop.em().execute("update shipping_method set is_active = true where code = 'courier'");
  });

  test('are paged, searched and filtered by reason', async () => {
    const [first, second] = [await addFor({ title: 'Alpha' }), await addFor({ title: 'Beta', brand: 'Orrin' })];
    const { _id } = await add();
    const idsOf = async (query: string) => {
      const { problems, total } = await problemsOf(_id, query);
      return [problems.map((problem: { _id: string }) => problem._id), total];
    };
    expect(await idsOf('')).toEqual([[second, first], 2]);
    expect(await idsOf('?pageSize=1&page=2')).toEqual([[first], 2]);
    expect(await idsOf('?direction=asc')).toEqual([[first, second], 2]);
    expect(await idsOf('?search=alph')).toEqual([[first], 1]);
    expect(await idsOf('?reason=noBrand')).toEqual([[first], 1]);
    expect(await idsOf('?reason=noPicture')).toEqual([[], 0]);
    expect((await call('GET', `/admin/feed/${_id}/problems?reason=none`)).status).toBe(422);
  });
});

describe('a reader', () => {
  const etagOf = async ({ url }: FeedView, headers = {}) => (await get(url, headers)).headers.get('ETag') ?? '';
  // fetch asks for an answer from the source otherwise.
  const known = (etag: string | null | undefined) => ({ 'If-None-Match': etag ?? '', 'Cache-Control': 'max-age=0' });

  test('who has the current version gets nothing, and a strong tag for each encoding', async () => {
    await addFor();
    const feed = await add();
    const encodings = { gzip: 'gzip', identity: null };
    const tags: string[] = [];
    for (const [name, encoding] of Object.entries(encodings)) {
      const accepted = { 'Accept-Encoding': name };
      // Other databases of the server have transactions, which make a new tag when they end.
      const again = await waitFor('a tag that stays', async () => {
        const first = await get(feed.url, accepted);
        expect([first.status, first.headers.get('Content-Encoding')]).toEqual([200, encoding]);
        await first.text();
        tags.push(first.headers.get('ETag') ?? '');
        const again = await get(feed.url, { ...accepted, ...known(tags.at(-1)) });
        return again.status === 304 && { body: await again.text(), tag: again.headers.get('ETag') };
      });
      expect(again).toEqual({ body: '', tag: tags.at(-1) });
    }
    expect(new Set(tags).size).toBeGreaterThan(1);
    for (const tag of tags) expect(tag).toMatch(/^"[^"]+"$/);
    const other = await get(feed.url, { 'Accept-Encoding': 'gzip', ...known(tags.at(-1)) });
    expect(other.status).toBe(200);
    await other.text();
    const head = await fetch(feed.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'text/tab-separated-values; charset=utf-8']);
  });

  test('gets a new version after each change of what a row says', async () => {
    const id = await addFor({ price: 100, stock: 1 });
    const [method] = (await call('GET', '/admin/shipping-method')).body.shippingMethods.filter(
      ({ code }: { code: string }) => code === 'post',
    );
    const { categoryId } = (await call('GET', `/admin/product/${id}`)).body.product;
    const feed = await add();
    const seen = new Set([await etagOf(feed)]);
    const changes: [string, () => Promise<unknown>][] = [
      ['price', () => editProduct(id, { price: 90 })],
      ['stock', () => editProduct(id, { stock: 0, stockWas: 1 })],
      ['category', () => call('PUT', '/admin/category', { id: categoryId._id, categoryName: 'Renamed' })],
      [
        'number',
        () => call('PUT', '/admin/category', { id: categoryId._id, categoryName: 'Renamed', googleCategory: 1 }),
      ],
      ['delivery', () => call('PUT', `/admin/shipping-method/${method._id}`, { price: 4.91 })],
      ['settings', () => call('PUT', '/admin/settings', { name: 'Other' })],
      ['currency', () => call('PUT', `/admin/feed/${feed._id}`, { currency: 'USD' })],
      ['country', () => call('PUT', `/admin/feed/${feed._id}`, { country: 'DE' })],
      ['picture', () => shop.em().execute(`update picture set state = 'failed' where owner_id = ?`, [id])],
      ['deletion', () => call('DELETE', `/admin/product/${id}`)],
    ];
    for (const [what, change] of changes) {
      await change();
      const tag = await etagOf(feed);
      expect(seen.has(tag), what).toBe(false);
      seen.add(tag);
    }
    await call('PUT', `/admin/shipping-method/${method._id}`, { price: 4.9 });
  });

  test('gets a new version when a sale has begun or ended by itself', async () => {
    const id = await addFor({ price: 100 });
    const feed = await add();
    const begin = new Date(Date.now() + 4000);
    const end = new Date(Date.now() + 6000);
    await editProduct(id, { salePrice: 80, saleFrom: begin.toISOString(), saleUntil: end.toISOString() });
    const seen = new Map<string, string>();
    await waitFor('the sale to end', async () => {
      const response = await get(feed.url);
      const [row] = parsers.google(await response.text());
      const price = row?.salePrice || row?.price || '';
      const etag = response.headers.get('ETag') ?? '';
      // One version has one price.
      expect(seen.get(etag) ?? price).toBe(price);
      seen.set(etag, price);
      return Date.now() > end.getTime() + 500;
    });
    const prices = [...seen.values()].filter((price, place, all) => price !== all[place - 1]);
    expect(prices).toEqual(['100.00 EUR', '80.00 EUR', '100.00 EUR']);
  });

  test('gets it also after a restore, whose changes another server has numbered', async () => {
    const id = await addFor({ price: 100 });
    const feed = await add();
    const end = new Date(Date.now() + 4000);
    await editProduct(id, { salePrice: 80, saleUntil: end.toISOString() });
    await shop.em().execute(`update catalogue_change set xid = '9000000000'::xid8`);
    const during = await etagOf(feed);
    expect(await etagOf(feed)).toBe(during);
    await waitFor('the sale to end', async () => Date.now() > end.getTime() + 500);
    expect(await etagOf(feed)).not.toBe(during);
    await shop.em().execute('delete from catalogue_change');
  });

  test('gets all rows as of one moment, while every product changes, also slowly', async () => {
    await addFor();
    const count = 4000;
    await shop.em().execute(
      `insert into product (id, title, description, price_cents, category_id)
       select gen_random_uuid(), 'Part ' || n, (select string_agg(md5(random()::text || part), '') from generate_series(1, 150) as part), 1000,
         (select category_id from product limit 1) from generate_series(1, ?) as n`,
      [count],
    );
    await shop.em().execute(
      `insert into picture (id, owner_kind, owner_id, state, extension) select gen_random_uuid(), 'product', id, 'ready', '.png'
       from product where title like 'Part %'`,
    );
    const feed = await add({ format: 'openai' });
    const response = await get(feed.url, { 'Accept-Encoding': 'identity' });
    const reader = response.body?.getReader();
    if (!reader) throw new Error('No body');
    const chunks = [(await reader.read()).value ?? new Uint8Array()];
    await shop.em().execute('update product set price_cents = 2000');
    await shop.em().execute("delete from product where title like 'Part 3%'");
    await shop
      .em()
      .execute(
        "insert into product (id, title, description, price_cents, category_id) select gen_random_uuid(), 'New', 'x', 1, category_id from product limit 1",
      );
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    const rows = parsers.openai(Buffer.concat(chunks).toString());
    expect(rows).toHaveLength(count + 1);
    const prices = rows.filter(({ title }) => title.startsWith('Part ')).map(({ price }) => price);
    expect(new Set(prices)).toEqual(new Set(['10.00 EUR']));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(count + 1);

    const later = await get(feed.url, { 'Accept-Encoding': 'identity', ...known(response.headers.get('ETag')) });
    expect(later.status).toBe(200);
    expect(new Set((await read(feed)).map(({ price }) => price))).toEqual(new Set(['20.00 EUR']));
    await later.arrayBuffer();
  });

  test('who leaves takes no connection with them', async () => {
    await addFor();
    const feed = await add();
    for (let time = 0; time < 12; time += 1) {
      const controller = new AbortController();
      const leaving = fetch(feed.url, { signal: controller.signal });
      setTimeout(() => controller.abort(), time);
      await leaving.then((response) => response.text()).catch(() => {});
    }
    expect(await read(feed)).toHaveLength(1);
    await waitFor('all snapshots to close', async () => {
      const [{ count }] = await shop
        .em()
        .execute<[{ count: number }]>(
          `select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
        );
      return count === 0;
    });
  });

  test('gets the same text in each encoding', async () => {
    await addFor();
    const feed = await add();
    const texts = ['identity', 'gzip', 'br'].map(async (encoding) => {
      const response = await get(feed.url, { 'Accept-Encoding': encoding });
      expect(response.headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding);
      return response.text();
    });
    expect(new Set(await Promise.all(texts)).size).toBe(1);
  });
});

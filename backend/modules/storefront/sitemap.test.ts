import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { createSitemap, type Sitemap } from './sitemap.ts';

const shop = await startTestShop();

/** The URLs in a file of the sitemap. */
function addresses(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);
}

describe('the sitemap', () => {
  const FILE = 3;
  const HOUR = 60 * 60 * 1000;

  async function productsIn(sitemap: Sitemap): Promise<string[][]> {
    const files = addresses(await readXml(sitemap, '/sitemap.xml')).slice(1);
    return Promise.all(files.map(async (file) => addresses(await readXml(sitemap, file))));
  }

  async function readXml(sitemap: Sitemap, path: string): Promise<string> {
    const file = await sitemap.read(shop.em(), path);
    return file === undefined ? '' : gunzipSync(file).toString();
  }

  test('is an index of files with all pages, categories and published products', async () => {
    const first = await addProduct(shop.em(), shop.storage);
    const hidden = await addProduct(shop.em(), shop.storage);
    await shop.em().execute('update product set is_published = false where id = ?', [hidden]);
    const response = await fetch(`${shop.url}/sitemap.xml`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('application/xml');
    const xml = await response.text();
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="http:\/\/www\.sitemaps\.org/);
    const files = addresses(xml);
    expect(files).toEqual(['/sitemap-pages.xml', '/sitemap-products-1.xml'].map((path) => shop.url + path));

    const { body } = await shop.call('GET', `/products/single/${first}`);
    const pages = addresses(await (await fetch(files[0] ?? '')).text());
    expect(pages.slice(0, 3)).toEqual(['/', '/contact', '/authorization'].map((path) => shop.url + path));
    expect(pages).toContain(`${shop.url}/category/${body.product.categoryId.slug}`);
    const products = addresses(await (await fetch(files[1] ?? '')).text());
    expect(products).toContain(`${shop.url}/product/${first}`);
    expect(products).not.toContain(`${shop.url}/product/${hidden}`);
    expect(products).toHaveLength((await shop.call('GET', '/products')).body.products.length);
  });

  test('has an ETag, and is readable without compression', async () => {
    const response = await fetch(`${shop.url}/sitemap-pages.xml`);
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    const headers = { 'Accept-Encoding': 'identity' };
    const plain = await fetch(`${shop.url}/sitemap-pages.xml`, { headers });
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    expect(await plain.text()).toBe(await response.text());
    const known = { 'If-None-Match': response.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' };
    expect((await fetch(`${shop.url}/sitemap-pages.xml`, { headers: known })).status).toBe(304);
  });

  test.each(['0', '2', '01', 'x', '99999999999'])('has no file of products %s', async (number) => {
    expect((await fetch(`${shop.url}/sitemap-products-${number}.xml`)).status).toBe(404);
  });

  test('divides the products into files of limited size, each product once', async () => {
    for (let count = 0; count <= FILE; count += 1) await addProduct(shop.em(), shop.storage);
    const { products } = (await shop.call('GET', '/products')).body;
    const files = await productsIn(createSitemap('', { spoken: () => ['en'], urlsPerFile: FILE, maxAge: HOUR }));
    expect(files).toHaveLength(Math.ceil(products.length / FILE));
    expect(files.slice(0, -1).every((file) => file.length === FILE)).toBe(true);
    const oldestFirst = products.map(({ _id }: { _id: string }) => `/product/${_id}`).reverse();
    expect(files.flat()).toEqual(oldestFirst);
  });

  test('is not built again until it is too old', async () => {
    const kept = createSitemap('', { spoken: () => ['en'], urlsPerFile: 50_000, maxAge: HOUR });
    const rebuilt = createSitemap('', { spoken: () => ['en'], urlsPerFile: 50_000, maxAge: 1 });
    const before = await productsIn(kept);
    expect(await productsIn(rebuilt)).toEqual(before);
    const added = await addProduct(shop.em(), shop.storage);
    expect(await productsIn(kept)).toEqual(before);
    expect((await productsIn(rebuilt)).flat()).toEqual([...before.flat(), `/product/${added}`]);
  });

  test('keeps its files within the limit while products are added', async () => {
    const sitemap = createSitemap('', { spoken: () => ['en'], urlsPerFile: FILE, maxAge: HOUR });
    const paths = addresses(await readXml(sitemap, '/sitemap.xml')).slice(1);
    for (let count = 0; count < FILE; count += 1) await addProduct(shop.em(), shop.storage);
    expect(addresses(await readXml(sitemap, paths.at(-1) ?? ''))).toHaveLength(FILE);
  });

  test('recovers from a failure to build it', async () => {
    const sitemap = createSitemap('', { spoken: () => ['en'], urlsPerFile: 50_000, maxAge: HOUR });
    await shop.em().execute('alter table product rename to hidden_product');
    try {
      await expect(sitemap.read(shop.em(), '/sitemap.xml')).rejects.toThrow('product');
    } finally {
      await shop.em().execute('alter table hidden_product rename to product');
    }
    expect((await productsIn(sitemap)).flat()).not.toEqual([]);
  });
});

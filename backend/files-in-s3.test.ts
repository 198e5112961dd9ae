import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { productForm } from '../testing/data/catalogue.ts';
import { importFile, importForm } from '../testing/data/imports.ts';
import { drawing } from '../testing/data/pictures.ts';
import { isSwiftInstalled, startS3 } from '../testing/servers/s3.ts';
import { startTestShop } from '../testing/shop/shop.ts';
import { waitFor } from '../testing/wait.ts';

const s3 = isSwiftInstalled ? await startS3() : null;

describe.runIf(s3)('a shop with its files in S3', async () => {
  if (s3 === null) return;
  afterAll(() => s3.remove());
  const shop = await startTestShop({ workers: true, s3: await s3.newBucket() });
  const picture = { name: 'fan.png', bytes: await drawing().png().toBuffer() };
  const line = { title: 'Fan', description: 'Cool', price: 19.99, category: 'Fans', image: picture.name };

  /** Imports a product with a picture. @returns it once its picture is published */
  async function importProduct(token: string, title: string) {
    const report = await importFile(shop, token, importForm(JSON.stringify({ ...line, title }), [picture]));
    expect(report).toMatchObject({ created: 1, refused: 0 });
    return waitFor('its picture', async () => {
      const { products } = (await shop.call('GET', `/products?search=${title}`)).body;
      return products[0]?.imageState === 'ready' && products[0];
    });
  }

  test('imports a file with a picture, publishes and serves it, and removes what it no longer needs', async () => {
    const { token } = await shop.admin();
    const product = await importProduct(token, 'Fan');
    const url = `${shop.url}/uploads/${product.image}`;
    const served = await fetch(url);
    const body = Buffer.from(await served.arrayBuffer());
    expect(served.status).toBe(200);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(body.length),
      'cache-control': 'max-age=31536000, immutable',
    });
    const known = (etag: string) => fetch(url, { headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' } });
    expect((await known(served.headers.get('ETag') ?? '')).status).toBe(304);
    const stale = await known('"other"');
    expect(Buffer.from(await stale.arrayBuffer()).equals(body)).toBe(true);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(body.length)]);
    expect((await fetch(`${shop.url}/uploads/absent.png`)).status).toBe(404);

    const published = (keys: string[]) => keys.every((key) => key.startsWith('uploads/'));
    await waitFor('the files of the import to be gone', async () =>
      published(await Readable.from(shop.storage.all()).toArray()),
    );
    expect(await readdir(shop.dataDir)).not.toContain('uploads');
    expect((await shop.call('DELETE', `/admin/product/${product._id}/image`, { token })).status).toBe(200);
    expect(await Readable.from(shop.storage.all()).toArray()).toEqual([]);
  });

  test('keeps working without pictures while the store is down', async () => {
    const { token } = await shop.admin();
    const product = await importProduct(token, 'Cooler');
    const [{ _id: categoryId }] = (await shop.call('GET', '/categories')).body.categories;
    const form = () => productForm({ ...line, categoryId }, picture.bytes);
    await s3.kill();
    try {
      const served = await fetch(`${shop.url}/uploads/${product.image}`);
      expect([served.status, served.headers.get('Retry-After')]).toEqual([503, '10']);
      expect(served.headers.get('Cache-Control')).toBe('no-store');
      const refused = await shop.call('POST', '/admin/product', { token, form: form() });
      expect(refused).toMatchObject({
        status: 503,
        body: { code: 'unavailable', message: expect.stringMatching(/^Pictures and files are unavailable/) },
      });
      expect((await shop.call('GET', '/products?search=Cooler')).body.total).toBe(1);
      expect((await shop.call('DELETE', `/admin/product/${product._id}/image`, { token })).status).toBe(200);
    } finally {
      await s3.start();
    }
    const added = await shop.call('POST', '/admin/product', { token, form: form() });
    expect(added.status).toBe(200);
    await waitFor('its picture', async () => {
      const { body } = await shop.call('GET', `/products/single/${added.body.productId}`);
      return body.product.imageState === 'ready';
    });
  });
});

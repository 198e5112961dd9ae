import { beforeAll, describe, expect, test } from 'vitest';
import { PER_PAGE } from '#contract/listing/listing.ts';
import { listingQuery, readListingFilter } from '#contract/listing/listing-address.ts';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { getPage, HOSTILE_TEXT } from '../../../testing/data/pages.ts';
import { startTestShop, testSeller } from '../../../testing/shop/shop.ts';
import { newId } from '../../core/ids.ts';

const shop = await startTestShop();

const open = (path: string) => getPage(shop.url + path);

async function addCategory(categoryName: string): Promise<string> {
  const { token } = await shop.admin();
  return (await shop.call('POST', '/admin/category', { token, body: { categoryName } })).body.categoryId;
}

async function addProducts(categoryId: string, titles: string[]): Promise<void> {
  for (const title of titles) {
    const id = await addProduct(shop.em(), shop.storage, title);
    await shop.em().execute('update product set category_id = ? where id = ?', [categoryId, id]);
  }
}

/** What the client would request for a page. */
async function listingOf(path: string, query = '') {
  const { status: _status, ...page } = (
    await shop.call('GET', `/products?${listingQuery(readListingFilter(path, query))}`)
  ).body;
  return page;
}

const cables = Array.from({ length: PER_PAGE + 2 }, (_, index) => `USB cable ${index + 1}`);

let categoryId = '';
beforeAll(async () => {
  categoryId = await addCategory('Cables & more');
  await addProducts(categoryId, cables);
});

describe('a page of products', () => {
  test.each([
    ['/', ''],
    ['/', '?page=2'],
    ['/', '?search=usb&page=2&utm_source=mail'],
    ['/', '?search=%F0%9F%98%80&sort=desc&minPrice=0&page=-1'],
    ['/', `?search=${'x'.repeat(500)}`],
    ['/category/cables-more', ''],
    ['/category/cables-more/', '?inStock=true&maxPrice=20&page=2'],
    ['/category/cables-more', '?attribute.ram=16&attribute.none=1'],
  ])('at %s%s embeds the listing that the client would request', async (path, query) => {
    const { status, firstView } = await open(path + query);
    expect(status).toBe(200);
    expect(firstView).toEqual({
      listing: { query: listingQuery(readListingFilter(path, query)), page: await listingOf(path, query) },
      ...(path + query === '/' && { featured: [] }),
    });
  });

  test('the home page features the best rated product in stock', async () => {
    const rate = (title: string, rating: number, stock: number | null) =>
      shop
        .em()
        .execute(`update product set all_ratings = '{1}', rating = ?, stock = ? where title = ?`, [
          rating,
          stock,
          title,
        ]);
    await rate('USB cable 1', 4.5, 0);
    await rate('USB cable 2', 4, 1);
    await rate('USB cable 3', 3.5, null);
    const featured = (await open('/')).firstView?.featured;
    expect(featured?.map(({ title }) => title)).toEqual(['USB cable 2']);
    await shop.em().execute(`update product set all_ratings = '{}', rating = 0, stock = null`);
    expect((await open('/')).firstView?.featured).toEqual([]);
  });

  test.each([
    ['/', '/'],
    ['/?page=2', '/?page=2'],
    ['/?page=1', '/'],
    ['/?page=999', '/'],
    ['/?search=usb', '/'],
    ['/?search=usb&page=2', '/'],
    ['/?sort=asc&utm_source=mail', '/'],
    ['/category/cables-more/', '/category/cables-more'],
    ['/category/cables-more?page=2', '/category/cables-more?page=2'],
    ['/category/cables-more?inStock=true&page=2', '/category/cables-more'],
  ])('at %s has the canonical URL %s', async (path, address) => {
    const { canonical, meta } = await open(path);
    expect(canonical).toBe(shop.url + address);
    expect(meta('og:url')).toBe(shop.url + address);
  });

  test('describes its category', async () => {
    const { title, meta } = await open('/category/cables-more');
    expect(title).toBe(`Cables & more · ${testSeller.name}`);
    expect(meta('og:title')).toBe('Cables & more');
    expect(meta('description')).toBe(`Cables & more at ${testSeller.name}. Compare prices, ratings and features.`);
  });

  test('lists its products and its place as structured data', async () => {
    const url = `${shop.url}/category/cables-more`;
    const { products } = await listingOf('/category/cables-more', 'page=2');
    const [collection, breadcrumbs] = (await open('/category/cables-more?page=2')).structuredData;
    expect(collection).toEqual({
      '@type': 'CollectionPage',
      name: 'Cables & more',
      url: `${url}?page=2`,
      mainEntity: {
        '@type': 'ItemList',
        itemListElement: products.map(({ _id, title }: { _id: string; title: string }, index: number) => ({
          '@type': 'ListItem',
          position: PER_PAGE + index + 1,
          name: title,
          url: `${shop.url}/product/${_id}`,
        })),
      },
    });
    expect(breadcrumbs.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${shop.url}/` },
      { '@type': 'ListItem', position: 2, name: 'Cables & more', item: url },
    ]);
  });

  test("shows the first card's picture to browsers and link previews", async () => {
    const pictured = await addCategory('Pictured');
    await addProducts(pictured, ['Second', 'First']);
    expect((await open('/category/pictured')).body).not.toContain('<img');
    const [{ _id }] = (await listingOf('/category/pictured')).products;
    await shop.em().execute("update picture set state = 'ready', widths = '{320,640}' where owner_id = ?", [_id]);
    const { body, meta } = await open('/category/pictured');
    const [{ image }] = (await listingOf('/category/pictured')).products;
    const name = image.replace(/\.[^.]*$/, '');
    const choice = `/uploads/${name}-320.webp 320w, /uploads/${name}-640.webp 640w`;
    expect(body).toContain(`<img src="/uploads/${name}-640.webp" srcSet="${choice}"`);
    expect(body.match(/<img [^>]*fetchPriority="high"/g)).toHaveLength(1);
    expect(meta('og:image')).toBe(`${shop.url}/uploads/${image}`);
  });

  test('arrives rendered, as a new visitor sees it', async () => {
    const { body } = await open('/category/cables-more?page=2');
    expect(body).toContain('<h1 tabindex="-1" dir="auto">Cables &amp; more</h1>');
    for (const { title } of (await listingOf('/category/cables-more', 'page=2')).products)
      expect(body).toContain(title);
    expect(body).not.toContain(`Loading ${testSeller.name}`);
  });

  test('renders nothing of an earlier request', async () => {
    const body = async (path: string) => (await open(path)).body.replaceAll(/ id="[^"]*"/g, '');
    const before = await body('/category/cables-more');
    await open('/');
    expect(await body('/category/cables-more')).toBe(before);
    expect((await open('/contact')).body).toContain(`Loading ${testSeller.name}`);
  });

  test('shows a change at once', async () => {
    const changing = await addCategory('Changing');
    expect((await open('/category/changing')).firstView?.listing?.page.total).toBe(0);
    await addProducts(changing, ['New']);
    expect((await open('/category/changing')).firstView?.listing?.page.products).toMatchObject([{ title: 'New' }]);
    await shop.em().execute('update product set is_published = false where category_id = ?', [changing]);
    expect((await open('/category/changing')).html).not.toContain('"New"');
  });

  test('escapes hostile titles, category names and searches', async () => {
    const plain = await addCategory('Plain');
    await addProducts(plain, ['Plain']);
    const hostile = await addCategory(HOSTILE_TEXT);
    await addProducts(hostile, [HOSTILE_TEXT]);
    const { body } = await shop.call('GET', `/products?category=${hostile}`);
    const { title, tags, firstView, head, structuredData } = await open(`/category/${body.category.slug}`);
    expect(title).toBe(`${HOSTILE_TEXT} · ${testSeller.name}`);
    expect(firstView?.listing?.page).toMatchObject({
      category: { categoryName: HOSTILE_TEXT },
      products: [{ title: HOSTILE_TEXT }],
    });
    expect(structuredData[0].mainEntity.itemListElement).toMatchObject([{ name: HOSTILE_TEXT }]);
    expect(head).not.toContain('<img');
    const expected = (await open('/category/plain')).tags;
    expect(tags).toEqual(expected);
    for (const name of ['search', 'page', 'attribute.ram', 'attribute.ram.min', '</script>', 'constructor']) {
      const query = new URLSearchParams({ [name]: HOSTILE_TEXT });
      const searched = await open(`/category/plain?${query}`);
      expect(searched.status).toBe(200);
      expect(searched.tags).toEqual(expected);
      expect(searched.html).not.toContain('alert("1")');
    }
  });

  test('embeds no listing if the value of an attribute is not valid, for which the client shows the error', async () => {
    const strict = await addCategory('Strict');
    await addProducts(strict, ['Only']);
    await shop.em().execute(
      `insert into attribute (id, category_id, code, name, type, unit, is_filterable, position)
       values (?, ?, 'ram', 'Memory', 'number', 'GB', true, 1)`,
      [newId(), strict],
    );
    const query = 'attribute.ram=much';
    expect((await shop.call('GET', `/products?category=strict&${query}`)).status).toBe(422);
    const { status, canonical, firstView } = await open(`/category/strict?${query}`);
    expect(status).toBe(200);
    expect(canonical).toBe(`${shop.url}/category/strict`);
    expect(firstView).toBeNull();
  });
});

describe('the address of a category', () => {
  async function rename(id: string, categoryName: string): Promise<void> {
    const { token } = await shop.admin();
    const { status } = await shop.call('PUT', '/admin/category', { token, body: { id, categoryName } });
    expect(status).toBe(200);
  }

  async function redirectOf(path: string) {
    const response = await fetch(shop.url + path, { redirect: 'manual' });
    await response.text();
    const { status, headers } = response;
    return { status, location: headers.get('Location'), caching: headers.get('Cache-Control') };
  }

  test('redirects from a former slug and from the id, with its query', async () => {
    const id = await addCategory('Phönes');
    await rename(id, 'Mobile Phones');
    expect(await redirectOf('/category/phones?sort=asc&search=a%26b')).toEqual({
      status: 301,
      location: '/category/mobile-phones?sort=asc&search=a%26b',
      // A new category may take the slug.
      caching: 'no-cache',
    });
    expect(await redirectOf(`/category/${id}`)).toMatchObject({ status: 301, location: '/category/mobile-phones' });
    expect((await open('/category/mobile-phones')).status).toBe(200);
  });

  test('belongs to a new category that has taken a former slug', async () => {
    await rename(await addCategory('Tablets'), 'Slates');
    expect((await redirectOf('/category/tablets')).status).toBe(301);
    await addCategory('Tablets');
    expect((await open('/category/tablets')).title).toBe(`Tablets · ${testSeller.name}`);
  });

  test('may have letters of any script', async () => {
    await rename(await addCategory('Kameras'), 'Камере');
    const { location } = await redirectOf('/category/kameras');
    expect(location).toBe(`/category/${encodeURIComponent('камере')}`);
    const { title, canonical } = await open(location ?? '');
    expect(title).toBe(`Камере · ${testSeller.name}`);
    expect(canonical).toBe(shop.url + location);
  });

  test.each([newId(), 'no-such-category', '%', '%00', '..%2f..%2fetc', '%3Cscript%3E', "'%20or%201=1", 'constructor'])(
    "is the client's page with a 404 for the unknown category %s",
    async (slug) => {
      const response = await fetch(`${shop.url}/category/${slug}`);
      const html = await response.text();
      expect(response.status).toBe(404);
      expect(html).toContain(`<title>Page not found · ${testSeller.name}</title>`);
      expect(html).toContain('<div id="root">');
      expect(html).not.toContain('canonical');
    },
  );
});

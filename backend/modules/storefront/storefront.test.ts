import { beforeAll, describe, expect, test } from 'vitest';
import { pageText } from '#contract/shop/pages.ts';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { getPage, HOSTILE_TEXT } from '../../../testing/data/pages.ts';
import { startTestShop, testSeller } from '../../../testing/shop/shop.ts';
import { newId } from '../../core/ids.ts';
import { renderHead } from './page-head.ts';

const SUPPORT_EMAIL = 'o\'neil&"co"@shop.example';

const shop = await startTestShop({ fixed: { email: SUPPORT_EMAIL }, timeZone: 'Asia/Tokyo' });

const open = (path: string) => getPage(shop.url + path);

test.each(['/', '/contact', '/authorization', '/no-such-page'])(
  '%s passes the support address and the time zone to the client',
  async (path) => {
    const { meta } = await open(path);
    expect([meta('support-email'), meta('time-zone')]).toEqual([SUPPORT_EMAIL, 'Asia/Tokyo']);
  },
);

test('pages name the shop to the client, which renders them with it', async () => {
  const { html, meta } = await open('/');
  expect([meta('application-name'), meta('og:site_name')]).toEqual([testSeller.name, testSeller.name]);
  expect(html).toMatch(new RegExp(`class="shop-name"[^>]*>${testSeller.name}<`));
  expect((await open('/no-such-page')).html).toContain(`Turn on JavaScript to use ${testSeller.name}.`);
  expect(html + (await open('/contact')).html).not.toContain('WebShop');
});

test('a link that offers products has a page in each language, which search engines leave out', async () => {
  const items = `${newId()}:2,${newId()}:51`;
  for (const path of [`/buy/${items}`, `/buy/${encodeURIComponent(items)}?currency=USD&code=X`]) {
    const { status, title, canonical, meta } = await open(path);
    expect([status, title, canonical]).toEqual([200, `Your selection · ${testSeller.name}`, undefined]);
    expect(meta('robots')).toBe('noindex');
  }
  expect((await open('/')).meta('robots')).toBeUndefined();
});

test.each(['x', `${newId()}:`, `${newId()}:1,`, '%ff', Array.from({ length: 51 }, () => `${newId()}:1`).join()])(
  '/buy/%s is a 404',
  async (items) => {
    const { status, title } = await open(`/buy/${items}`);
    expect([status, title]).toEqual([404, `Page not found · ${testSeller.name}`]);
  },
);

test('pages tell the client who the shop is and how to reach it, as far as that is known', async () => {
  const { meta } = await open('/order');
  expect(meta('shop-address')).toBe('Main Street 1, 21000 Novi Sad, Serbia');
  expect(meta('shop-phone')).toBe(testSeller.phoneNumber);
  expect(meta('shop-company')).toBe(`VAT ID: ${testSeller.vatId}`);
  const shop = { name: 'Shop', timeZone: 'UTC', returnDays: 14, languages: [], pages: [], notice: null };
  const address = { street: '', postCode: '', city: '', country: '' };
  const contact = { legalName: '', vatId: '', address, email: '', phoneNumber: '' };
  const head = renderHead({ ...pageText('/contact', shop.name), contact, shop }, '');
  expect(head).not.toMatch(/support-email|shop-company|shop-address|shop-phone/);
});

describe("a product's page", () => {
  let id = '';
  let image = '';

  beforeAll(async () => {
    id = await addProduct(shop.em(), shop.storage, 'Walkman');
    await shop.em().execute("update picture set state = 'ready', widths = '{320,640}' where owner_id = ?", [id]);
    image = (await shop.call('GET', `/products/single/${id}`)).body.product.image;
  });

  test('has the title, absolute picture URL and price of the product', async () => {
    const { status, html, title, canonical, meta } = await open(`/product/${id}`);
    expect(status).toBe(200);
    expect(title).toBe(`Walkman · ${testSeller.name}`);
    expect(canonical).toBe(`${shop.url}/product/${id}`);
    expect(html).toContain('<div id="root">');
    const names = ['description', 'og:type', 'og:title', 'og:description', 'og:url', 'og:image', 'og:image:alt'];
    expect(names.map(meta)).toEqual([
      'Loud and clear',
      'product',
      'Walkman',
      'Loud and clear',
      `${shop.url}/product/${id}`,
      `${shop.url}/uploads/${image}`,
      'Walkman',
    ]);
    expect(meta('product:price:amount')).toBe('19.99');
    expect(meta('product:price:currency')).toBe('EUR');
    expect(meta('twitter:card')).toBe('summary_large_image');
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
  });

  test.each([
    ['', 'EUR', '19.99', '19.99€'],
    ['?currency=EUR', 'EUR', '19.99', '19.99€'],
    ['?currency=USD', 'USD', '21.79', '$21.79'],
    ['?utm=1&currency=RSD', 'RSD', '2338.83', '2,338.83дин'],
    ['?currency=GBP', 'EUR', '19.99', '19.99€'],
    ['?currency=usd', 'EUR', '19.99', '19.99€'],
  ])('has the price in the currency of its address %s', async (query, code, amount, shown) => {
    const { canonical, meta, body, structuredData } = await open(`/product/${id}${query}`);
    expect(canonical).toBe(`${shop.url}/product/${id}`);
    expect([meta('product:price:amount'), meta('product:price:currency')]).toEqual([amount, code]);
    expect(structuredData.find((data) => data.offers)?.offers).toMatchObject({ price: amount, priceCurrency: code });
    expect(body).toContain(`>${shown}<`);
    expect(body).toMatch(new RegExp(`<option value="${code}" selected="">`));
  });

  test('shows the picture before the client starts', async () => {
    const { body } = await open(`/product/${id}`);
    const name = image.replace(/\.[^.]*$/, '');
    const choice = `/uploads/${name}-320.webp 320w, /uploads/${name}-640.webp 640w`;
    expect(body).toContain(`<img src="/uploads/${name}-640.webp" srcSet="${choice}"`);
  });

  test('embeds the product as the API returns it', async () => {
    const { body } = await shop.call('GET', `/products/single/${id}`);
    expect((await open(`/product/${id}`)).firstView).toEqual({
      product: { product: body.product, related: body.related },
    });
  });

  test('describes the product, its offer and its place as structured data', async () => {
    const url = `${shop.url}/product/${id}`;
    const { categoryId } = (await shop.call('GET', `/products/single/${id}`)).body.product;
    expect((await open(`/product/${id}`)).structuredData).toEqual([
      {
        '@type': 'Product',
        name: 'Walkman',
        description: 'Loud and clear',
        sku: id,
        category: categoryId.categoryName,
        url,
        image: [`${shop.url}/uploads/${image}`],
        offers: {
          '@type': 'Offer',
          url,
          price: '19.99',
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
          hasMerchantReturnPolicy: expect.any(Object),
          shippingDetails: expect.any(Array),
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Home', item: `${shop.url}/` },
          {
            '@type': 'ListItem',
            position: 2,
            name: categoryId.categoryName,
            item: `${shop.url}/category/${categoryId.slug}`,
          },
          { '@type': 'ListItem', position: 3, name: 'Walkman', item: url },
        ],
      },
    ]);
  });

  test('describes identifiers, condition and energy as structured data', async () => {
    const product = await addProduct(shop.em(), shop.storage);
    await shop.em().execute(
      `update product set sku = 'K-7', gtin = '4006381333931', mpn = 'KP7', brand = 'Kolm', condition = 'refurbished',
         energy = '{"class": "C", "eprel": null}' where id = ?`,
      [product],
    );
    const [data] = (await open(`/product/${product}`)).structuredData;
    expect(data).toMatchObject({
      sku: 'K-7',
      gtin: '4006381333931',
      mpn: 'KP7',
      brand: { '@type': 'Brand', name: 'Kolm' },
      offers: { itemCondition: 'https://schema.org/RefurbishedCondition' },
      hasEnergyConsumptionDetails: {
        '@type': 'EnergyConsumptionDetails',
        hasEnergyEfficiencyCategory: 'https://schema.org/EUEnergyEfficiencyCategoryC',
        energyEfficiencyScaleMin: 'https://schema.org/EUEnergyEfficiencyCategoryG',
        energyEfficiencyScaleMax: 'https://schema.org/EUEnergyEfficiencyCategoryA',
      },
    });
  });

  test('offers it at the price charged now as structured data, also while a sale begins and ends by itself', async () => {
    const product = await addProduct(shop.em(), shop.storage);
    const price = async () => Number((await open(`/product/${product}`)).structuredData[0].offers.price);
    const regular = await price();
    const sale = Math.round(regular * 50) / 100;
    await shop.em().execute(
      `update product set sale_price_cents = ?, sale_from = clock_timestamp() + interval '2 s',
         sale_until = clock_timestamp() + interval '4 s', version = version + 1 where id = ?`,
      [Math.round(sale * 100), product],
    );
    expect(await price()).toBe(regular);
    await expect.poll(price).toBe(sale);
    await expect.poll(price).toBe(regular);
  });

  test('describes returns and delivery as structured data, also after a change', async () => {
    const { token } = await shop.admin();
    const product = await addProduct(shop.em(), shop.storage);
    const offer = async () => (await open(`/product/${product}`)).structuredData[0].offers;
    await offer();
    const method = { code: 'courier', name: 'Courier', price: 4.9, freeFrom: 19, minDays: 1, maxDays: 3 };
    const body = { ...method, countries: ['DE', 'AT'], isActive: true };
    expect((await shop.call('POST', '/admin/shipping-method', { token, body })).status).toBe(200);
    await shop.call('PUT', '/admin/settings', { token, body: { returnDays: 30, returnShippingPaidBy: 'shop' } });
    await expect.poll(offer).toMatchObject({
      hasMerchantReturnPolicy: { merchantReturnDays: 30, returnFees: 'https://schema.org/FreeReturn' },
      shippingDetails: expect.arrayContaining([
        {
          '@type': 'OfferShippingDetails',
          shippingRate: { '@type': 'MonetaryAmount', value: '0.00', currency: 'EUR' },
          shippingDestination: { '@type': 'DefinedRegion', addressCountry: ['AT', 'DE'] },
          deliveryTime: {
            '@type': 'ShippingDeliveryTime',
            transitTime: { '@type': 'QuantitativeValue', minValue: 1, maxValue: 3, unitCode: 'DAY' },
          },
        },
      ]),
    });
    await shop.call('PUT', '/admin/settings', { token, body: { returnDays: 14, returnShippingPaidBy: 'shopper' } });
  });

  test.each([
    [null, 'InStock'],
    [6, 'InStock'],
    [5, 'LimitedAvailability'],
    [1, 'LimitedAvailability'],
    [0, 'OutOfStock'],
  ])('with a stock of %s is %s for search engines', async (stock, availability) => {
    const product = await addProduct(shop.em(), shop.storage);
    await shop.em().execute('update product set stock = ? where id = ?', [stock, product]);
    const [{ offers }] = (await open(`/product/${product}`)).structuredData;
    expect(offers.availability).toBe(`https://schema.org/${availability}`);
  });

  test('describes attributes and variants as structured data', async () => {
    const product = await addProduct(shop.em(), shop.storage);
    const { categoryId } = (await shop.call('GET', `/products/single/${product}`)).body.product;
    await shop.em().execute(
      `insert into attribute (id, category_id, code, name, type, unit, position)
       values (?, ?, 'ram', 'Memory', 'number', 'GB', 1), (?, ?, 'wireless', 'Wireless', 'boolean', '', 2)`,
      [newId(), categoryId._id, newId(), categoryId._id],
    );
    await shop.em().execute(
      `update product set attributes = '{"ram": 16, "wireless": true}', family = 'Moss', options = '{"Color": "Green"}'
       where id = ?`,
      [product],
    );
    const [data] = (await open(`/product/${product}`)).structuredData;
    expect(data.additionalProperty).toEqual([
      { '@type': 'PropertyValue', name: 'Memory', value: 16, unitText: 'GB' },
      { '@type': 'PropertyValue', name: 'Wireless', value: true },
    ]);
    expect(data.isVariantOf).toMatchObject({ '@type': 'ProductGroup', name: 'Moss', variesBy: ['Color'] });
  });

  test('is a 404 while the product is not published', async () => {
    const product = await addProduct(shop.em(), shop.storage, 'Unannounced');
    await shop.em().execute('update product set is_published = false where id = ?', [product]);
    const { status, html } = await open(`/product/${product}`);
    expect(status).toBe(404);
    expect(html).not.toContain('Unannounced');
  });

  test('includes the average rating of a rated product', async () => {
    const rated = await addProduct(shop.em(), shop.storage, 'Rated');
    for (const productRate of [5, 4, 4]) {
      const { token } = await shop.newAccount();
      await shop.call('PATCH', '/products/single', { token, body: { productId: rated, productRate } });
    }
    const [{ aggregateRating }] = (await open(`/product/${rated}/`)).structuredData;
    expect(aggregateRating).toEqual({
      '@type': 'AggregateRating',
      ratingValue: '4.33',
      ratingCount: 3,
      bestRating: 5,
      worstRating: 1,
    });
  });

  test('has no picture until it is ready', async () => {
    const { body, meta, structuredData } = await open(`/product/${await addProduct(shop.em(), shop.storage)}`);
    expect(meta('og:image')).toBeUndefined();
    expect(meta('twitter:card')).toBe('summary');
    expect(structuredData[0].image).toBeUndefined();
    expect(body).not.toContain('<img');
  });

  test('escapes hostile titles and descriptions', async () => {
    const hostile = await addProduct(shop.em(), shop.storage, HOSTILE_TEXT);
    await shop.em().execute('update product set description = ? where id = ?', [HOSTILE_TEXT, hostile]);
    const { head, title, meta, firstView, structuredData, tags } = await open(`/product/${hostile}`);
    expect(title).toBe(`${HOSTILE_TEXT} · ${testSeller.name}`);
    expect(meta('og:title')).toBe(HOSTILE_TEXT);
    expect(firstView?.product?.product).toMatchObject({ title: HOSTILE_TEXT, description: HOSTILE_TEXT });
    expect(structuredData[0]).toMatchObject({ name: HOSTILE_TEXT, description: HOSTILE_TEXT });
    const plain = await addProduct(shop.em(), shop.storage);
    expect(tags).toEqual((await open(`/product/${plain}`)).tags);
    expect(head).not.toContain('<img');
  });

  test('shortens a long description', async () => {
    const long = await addProduct(shop.em(), shop.storage);
    await shop.em().execute('update product set description = ? where id = ?', ['Loud and clear.\n'.repeat(90), long]);
    const description = (await open(`/product/${long}`)).meta('description') ?? '';
    expect(description).toMatch(/^(Loud and clear\. )+.*…$/);
    expect(description.length).toBeLessThanOrEqual(160);
  });

  test.each([newId(), '1', '%00', '..%2f..%2fetc', '%3Cscript%3E', "'%20or%201=1"])(
    "is the client's page with a 404 for the unknown product %s",
    async (unknown) => {
      const { status, html, title } = await open(`/product/${unknown}`);
      expect(status).toBe(404);
      expect(title).toBe(`Page not found · ${testSeller.name}`);
      expect(html).toContain('<div id="root">');
      expect(html).not.toContain('og:url');
    },
  );
});

describe('another page', () => {
  test.each([
    ['/', testSeller.name, '/'],
    ['/?search=usb&page=2', testSeller.name, '/'],
    ['/contact', `Contact Us · ${testSeller.name}`, '/contact'],
    ['/authorization', `Login · ${testSeller.name}`, '/authorization'],
    ['/order/', `Your cart · ${testSeller.name}`, '/order'],
  ])('at %s has a title, a description and its URL', async (path, name, address) => {
    const { status, title, canonical, meta } = await open(path);
    expect(status).toBe(200);
    expect(title).toBe(name);
    expect(canonical).toBe(shop.url + address);
    expect(meta('description')).toContain(testSeller.name);
    expect(meta('og:url')).toBe(shop.url + address);
    expect(meta('og:type')).toBe('website');
  });

  test('has no body in response to HEAD', async () => {
    const response = await fetch(`${shop.url}/contact`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toBe('');
  });

  test('is not sent again to a client with the same ETag', async () => {
    const first = await fetch(`${shop.url}/contact`);
    await first.text();
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' };
    expect((await fetch(`${shop.url}/contact`, { headers })).status).toBe(304);
  });
});

test.each(['/.env', '/index.html', '/.well-known/security.txt', '/assets', '/uploads', '/fonts/'])(
  "%s is the client's page with a 404",
  async (path) => {
    const { status, html } = await open(path);
    expect(status).toBe(404);
    expect(html).toContain('<div id="root">');
  },
);

test('robots.txt allows the shop, disallows personal pages, and links the sitemap', async () => {
  const response = await fetch(`${shop.url}/robots.txt`);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toContain('text/plain');
  expect((await response.text()).trim().split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /profile',
    'Disallow: /orders/',
    'Disallow: /resetPassword/',
    'Disallow: /verify/',
    'Disallow: /dashboard',
    '',
    `Sitemap: ${shop.url}/sitemap.xml`,
  ]);
});

test("sends the client's page with a 503 while the database fails", async () => {
  const product = await addProduct(shop.em(), shop.storage);
  await shop.em().execute('alter table product rename to hidden_product');
  try {
    const { status, html, title } = await open(`/product/${product}`);
    expect(status).toBe(503);
    expect(title).toBe(testSeller.name);
    expect(html).toContain('<div id="root">');
  } finally {
    await shop.em().execute('alter table hidden_product rename to product');
  }
  expect((await open(`/product/${product}`)).status).toBe(200);
});

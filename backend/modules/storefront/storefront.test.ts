import { beforeAll, describe, expect, test } from 'vitest';
import { pageTexts } from '#contract/pages.ts';
import { PRODUCT_PICTURE_SIZES } from '#contract/pictures.ts';
import { addProduct } from '../../../testing/catalogue.ts';
import { startTestShop } from '../../../testing/shop.ts';
import { newId } from '../../core/ids.ts';
import { renderHead } from './page-head.ts';

const SUPPORT_EMAIL = 'o\'neil&"co"@shop.example';

const shop = await startTestShop({ supportEmail: SUPPORT_EMAIL });

const HOSTILE = `</title></script><script>alert("1")</script><!-- $& $\` ' "quoted" & \u2028 --><img src=x onerror=alert(1)>`;

async function getPage(path: string) {
  const response = await fetch(shop.url + path);
  const html = await response.text();
  return { status: response.status, html, head: html.slice(0, html.indexOf('</head>')) };
}

/** The content of a meta element, as a link preview reads it. */
function meta(html: string, name: string): string | undefined {
  const content = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html)?.[1];
  return content && unescapeHtml(content);
}

function title(html: string): string {
  return unescapeHtml(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '');
}

function unescapeHtml(text: string): string {
  const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity);
}

function structuredData(html: string) {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  expect(blocks).toHaveLength(1);
  return JSON.parse(blocks[0]?.[1] ?? '');
}

test.each(['/', '/contact', '/authorization', '/no-such-page'])(
  '%s passes the support address to the client',
  async (path) => {
    expect(meta((await getPage(path)).html, 'support-email')).toBe(SUPPORT_EMAIL);
  },
);

test('without a support address, pages pass none to the client', () => {
  expect(renderHead({ ...pageTexts.contact, supportEmail: null })).not.toContain('support-email');
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
    const { status, html } = await getPage(`/product/${id}`);
    expect(status).toBe(200);
    expect(title(html)).toBe('Walkman · WebShop');
    expect(html).toContain('<div id="root">');
    const names = ['description', 'og:type', 'og:title', 'og:description', 'og:url', 'og:image', 'og:image:alt'];
    expect(names.map((name) => meta(html, name))).toEqual([
      'Loud and clear',
      'product',
      'Walkman',
      'Loud and clear',
      `${shop.url}/product/${id}`,
      `${shop.url}/uploads/${image}`,
      'Walkman',
    ]);
    expect(meta(html, 'product:price:amount')).toBe('19.99');
    expect(meta(html, 'product:price:currency')).toBe('EUR');
    expect(meta(html, 'twitter:card')).toBe('summary_large_image');
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
  });

  test('preloads the picture at the width the client uses', async () => {
    const { head } = await getPage(`/product/${id}`);
    const name = image.replace(/\.[^.]*$/, '');
    const choice = `/uploads/${name}-320.webp 320w, /uploads/${name}-640.webp 640w`;
    expect(head).toContain(
      `<link rel="preload" as="image" href="/uploads/${name}-640.webp" imagesrcset="${choice}" imagesizes="${PRODUCT_PICTURE_SIZES}" fetchpriority="high" />`,
    );
  });

  test('embeds the product as the API returns it', async () => {
    const { html } = await getPage(`/product/${id}`);
    const json = /<script type="application\/json" id="product">(.*?)<\/script>/.exec(html)?.[1];
    const { body } = await shop.call('GET', `/products/single/${id}`);
    expect(JSON.parse(json ?? '')).toEqual(body.product);
  });

  test('describes the product and its offer as structured data', async () => {
    const url = `${shop.url}/product/${id}`;
    expect(structuredData((await getPage(`/product/${id}`)).html)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Walkman',
      description: 'Loud and clear',
      sku: id,
      category: expect.stringContaining('Category of'),
      url,
      image: [`${shop.url}/uploads/${image}`],
      offers: {
        '@type': 'Offer',
        url,
        price: '19.99',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
      },
    });
  });

  test('includes the average rating of a rated product', async () => {
    const rated = await addProduct(shop.em(), shop.storage, 'Rated');
    for (const productRate of [5, 4, 4]) {
      const { token } = await shop.registerAndLogIn();
      await shop.call('PATCH', '/products/single', { token, body: { productId: rated, productRate } });
    }
    const { html } = await getPage(`/product/${rated}/`);
    expect(structuredData(html).aggregateRating).toEqual({
      '@type': 'AggregateRating',
      ratingValue: '4.33',
      ratingCount: 3,
      bestRating: 5,
      worstRating: 1,
    });
  });

  test('has no picture until it is ready', async () => {
    const { html } = await getPage(`/product/${await addProduct(shop.em(), shop.storage)}`);
    expect(meta(html, 'og:image')).toBeUndefined();
    expect(meta(html, 'twitter:card')).toBe('summary');
    expect(structuredData(html).image).toBeUndefined();
    expect(html).not.toContain('rel="preload"');
  });

  test('escapes hostile titles and descriptions', async () => {
    const hostile = await addProduct(shop.em(), shop.storage, HOSTILE);
    await shop.em().execute('update product set description = ? where id = ?', [HOSTILE, hostile]);
    const { html, head } = await getPage(`/product/${hostile}`);
    expect(title(html)).toBe(`${HOSTILE} · WebShop`);
    expect(meta(html, 'og:title')).toBe(HOSTILE);
    expect(structuredData(html)).toMatchObject({ name: HOSTILE, description: HOSTILE });
    const plain = (await getPage(`/product/${id}`)).html;
    const tags = (page: string) => page.match(/<\/?(?:script|title|img|head|body|html)\b/g);
    expect(tags(html)).toEqual(tags(plain));
    expect(head).not.toContain('onerror=alert(1)>');
    expect(html.match(/<!--/g)).toEqual(plain.match(/<!--/g));
  });

  test('shortens a long description', async () => {
    const long = await addProduct(shop.em(), shop.storage);
    await shop.em().execute('update product set description = ? where id = ?', ['Loud and clear.\n'.repeat(90), long]);
    const description = meta((await getPage(`/product/${long}`)).html, 'description') ?? '';
    expect(description).toMatch(/^(Loud and clear\. )+.*…$/);
    expect(description.length).toBeLessThanOrEqual(160);
  });

  test.each([newId(), '1', '%00', '..%2f..%2fetc', '%3Cscript%3E', "'%20or%201=1"])(
    "is the client's page with a 404 for the unknown product %s",
    async (unknown) => {
      const { status, html } = await getPage(`/product/${unknown}`);
      expect(status).toBe(404);
      expect(title(html)).toBe('Page not found · WebShop');
      expect(html).toContain('<div id="root">');
      expect(html).not.toContain('og:url');
    },
  );
});

describe('another page', () => {
  test.each([
    ['/', 'WebShop', '/'],
    ['/?search=usb&page=2', 'WebShop', '/'],
    ['/contact', 'Contact Us · WebShop', '/contact'],
    ['/authorization', 'Login · WebShop', '/authorization'],
    ['/order/', 'Your cart · WebShop', '/order'],
  ])('at %s has a title, a description and its URL', async (path, name, address) => {
    const { status, html } = await getPage(path);
    expect(status).toBe(200);
    expect(title(html)).toBe(name);
    expect(meta(html, 'description')).toMatch(/WebShop/);
    expect(meta(html, 'og:url')).toBe(shop.url + address);
    expect(meta(html, 'og:type')).toBe('website');
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
    const { status, html } = await getPage(path);
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
    'Disallow: /resetPassword/',
    'Disallow: /dashboard',
    '',
    `Sitemap: ${shop.url}/sitemap.xml`,
  ]);
});

test("sends the client's page with a 503 while the database fails", async () => {
  const product = await addProduct(shop.em(), shop.storage);
  await shop.em().execute('alter table product rename to hidden_product');
  try {
    const { status, html } = await getPage(`/product/${product}`);
    expect(status).toBe(503);
    expect(title(html)).toBe('WebShop');
    expect(html).toContain('<div id="root">');
  } finally {
    await shop.em().execute('alter table hidden_product rename to product');
  }
  expect((await getPage(`/product/${product}`)).status).toBe(200);
});

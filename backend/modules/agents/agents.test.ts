import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCatalogueShop } from '../../../testing/data/catalogue.ts';
import { getPage } from '../../../testing/data/pages.ts';
import { newId } from '../../core/ids.ts';
import { openQuotas, type QuotaName } from '../../core/limits/quotas.ts';

const { shop, call, addCategory, addAttribute, addProduct, editProduct } = await startCatalogueShop({
  languages: ['en', 'de'],
  trustedProxies: 1,
});

const client = new Client({ name: 'test', version: '1.0.0' });
const ADDRESS = '203.0.113.1';

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its result and fails on another
async function ask(name: string, given: object = {}): Promise<any> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: { ...given } });
  expect(isError).toBeUndefined();
  expect(JSON.parse((content as { text: string }[])[0]?.text ?? '')).toEqual(structuredContent);
  return structuredContent;
}

/** The message and the details of an error. */
async function refusal(name: string, given: object = {}): Promise<[message: string, details: object]> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: { ...given } });
  expect([isError, structuredContent]).toEqual([true, undefined]);
  const [message, details] = (content as { text: string }[]).map(({ text }) => text);
  return [message ?? '', JSON.parse(details ?? '')];
}

let category: string;
let laptop: string;
let cable: string;
let hidden: string;

const idOf = async (product: object): Promise<string> => (await addProduct(category, product)).body.productId;

beforeAll(async () => {
  category = await addCategory();
  await call('PUT', '/admin/category', {
    id: category,
    categoryName: 'Devices',
    translations: { de: { categoryName: 'Geräte' } },
  });
  await addAttribute(category, { code: 'memory', name: 'Memory', unit: 'GB' });
  laptop = await idOf({
    ...{ title: 'Laptop Pro', description: 'Fast', price: 1234.5, sku: 'LP-1', brand: 'Acme', stock: 3 },
    ...{
      charger: { isIncluded: false, minWatts: 5, maxWatts: 65, usbPd: true },
      energy: { class: 'B' },
      repairScore: 8.1,
    },
    ...{ attributes: { memory: 16 }, translations: { de: { title: 'Notebook Pro' } } },
  });
  cable = await idOf({ title: 'Cable', price: 0.5 });
  hidden = await idOf({ title: 'Laptop of tomorrow', isPublished: false });
  // Lists the tools, by whose schemas the client then checks each result.
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${shop.url}/mcp`), {
      requestInit: { headers: { 'X-Forwarded-For': ADDRESS } },
    }),
  );
  await client.listTools();
});
afterAll(() => client.close());

test('introduces the shop and its tools, all of which only read', async () => {
  expect(client.getServerVersion()).toMatchObject({ name: 'webshop' });
  expect(client.getInstructions()).toContain('build_cart');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'search_products',
    'get_product',
    'list_categories',
    'get_page',
    'build_cart',
  ]);
  for (const { annotations, inputSchema, outputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true });
    expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
  }
});

describe('search_products', () => {
  test('finds what a list shows, with prices as pages show them', async () => {
    const found = await ask('search_products', { query: 'laptop' });
    expect(found).toMatchObject({ total: 1, page: 1, pageCount: 1, match: 'exact' });
    expect(found.products).toEqual([
      {
        id: laptop,
        title: 'Laptop Pro',
        url: `${shop.url}/product/${laptop}?currency=EUR`,
        image: null,
        category: { id: category, slug: 'devices', name: 'Devices' },
        brand: 'Acme',
        sku: 'LP-1',
        price: { amount: 1234.5, currency: 'EUR', text: '1,234.50€' },
        priorPrice: null,
        priceNote: 'incl. VAT, plus delivery',
        availability: 'low',
        left: 3,
        rating: null,
        ratingCount: 0,
        energyClass: 'B',
      },
    ]);
  });

  test('has prices, and limits of them, in the currency', async () => {
    const { products } = await ask('search_products', { currency: 'USD', minPrice: 1300, maxPrice: 1345.61 });
    expect(products).toMatchObject([{ id: laptop, price: { amount: 1345.61, currency: 'USD', text: '$1,345.61' } }]);
    expect((await getPage(products[0].url)).html).toContain('$1,345.61');
    expect((await ask('search_products', { currency: 'USD', minPrice: 1345.62 })).total).toBe(0);
    expect((await ask('search_products', { currency: 'RSD', maxPrice: 58.5 })).products).toMatchObject([{ id: cable }]);
  });

  test('filters, sorts and pages as the API does', async () => {
    const titles = async (given: object) =>
      (await ask('search_products', given)).products.map(({ title }: { title: string }) => title);
    expect(await titles({ sort: 'asc' })).toEqual(['Cable', 'Laptop Pro']);
    expect(await titles({ category: 'devices', sort: 'desc', perPage: 1, page: 2 })).toEqual(['Cable']);
    expect(await titles({ category, inStock: true, onSale: false, sort: 'desc' })).toEqual(['Laptop Pro', 'Cable']);
    expect(await titles({ onSale: true })).toEqual([]);
    expect(await ask('search_products', { page: 9 })).toMatchObject({ products: [], total: 2, pageCount: 1 });
  });

  test('says a price before a sale only if it was higher', async () => {
    const id = await idOf({ title: 'Phone', price: 100 });
    await editProduct(id, { salePrice: 80 });
    const { products } = await ask('search_products', { query: 'phone' });
    expect(products).toMatchObject([{ price: { amount: 80 }, priorPrice: { amount: 100, text: '100.00€' } }]);
    await editProduct(id, { isPublished: false });
  });

  test.each([
    [{ query: 'x'.repeat(101) }, 'search can have at most 100 characters', 'invalid'],
    [{ query: ['a', 'b'] }, 'search must be given only once', 'invalid'],
    [{ category: 'nothing' }, 'Category not found', 'notFound'],
    [{ minPrice: 'cheap' }, 'minPrice must be a number, 0 or more', 'invalid'],
    [{ maxPrice: -1 }, 'maxPrice must be a number, 0 or more', 'invalid'],
    [{ page: 0 }, 'page must be a whole number from 1 to 9007199254740991', 'invalid'],
    [{ perPage: 101 }, 'perPage must be a whole number from 1 to 100', 'invalid'],
    [{ sort: { by: 'price' } }, 'sort must be one of default, asc, desc, rating, saving', 'invalid'],
    [{ currency: 'GBP' }, 'currency must be one of EUR, USD, RSD', 'invalid'],
    [{ language: 'sr' }, 'language must be one of en, de', 'invalid'],
  ])("%j gets the API's message", async (given, message, code) => {
    expect(await refusal('search_products', given)).toMatchObject([message, { code }]);
  });
});

describe('get_product', () => {
  test('reads all that the page shows, in the language and the currency', async () => {
    const { product } = await ask('get_product', { productId: laptop, currency: 'RSD', language: 'de' });
    expect(product).toMatchObject({
      id: laptop,
      title: 'Notebook Pro',
      url: `${shop.url}/de/product/${laptop}?currency=RSD`,
      category: { name: 'Geräte' },
      price: { amount: 144_436.5, currency: 'RSD', text: '144.436,50дин' },
      priceNote: 'inkl. MwSt., zzgl. Versand',
      description: 'Fast',
      attributes: [{ name: 'Memory', value: '16 GB' }],
      options: [],
      documents: [],
      charger: { isIncluded: false, minWatts: 5, maxWatts: 65, usbPd: true },
      repairScore: 8.1,
    });
  });

  test('names the variants of a family', async () => {
    const family = { name: 'Case', options: { Color: 'Red' } };
    const red = await idOf({ title: 'Case', family });
    const blue = await idOf({ title: 'Case', family: { ...family, options: { Color: 'Blue' } } });
    const { product } = await ask('get_product', { productId: red });
    expect(product.options[0]).toMatchObject({ name: 'Color' });
    expect(product.options[0].values).toContainEqual({ value: 'Blue', isThis: false, productId: blue });
    for (const id of [red, blue]) await editProduct(id, { isPublished: false });
  });

  test('knows nothing hidden', async () => {
    for (const productId of [hidden, newId(), 'x', 5, undefined, { $ne: null }]) {
      expect(await refusal('get_product', { productId })).toEqual(['Product not found', { code: 'notFound' }]);
    }
    const { message } = (await shop.call('GET', `/products/single/${hidden}`)).body;
    expect(message).toBe('Product not found');
    expect((await ask('search_products', { query: 'tomorrow' })).products).toEqual([]);
    expect((await refusal('get_product', { productId: hidden, language: 'de' }))[0]).toBe('Produkt nicht gefunden');
  });
});

test('list_categories lists them by name in the language', async () => {
  const { categories } = await ask('list_categories', { language: 'de' });
  expect(categories).toEqual([
    { id: category, slug: 'devices', name: 'Geräte', productCount: 0, url: `${shop.url}/de/category/devices` },
  ]);
});

test('get_page reads what is published, in the language if it is written in that', async () => {
  const page = { language: 'en', title: 'Terms', body: '**We** are {{name}}' };
  await call('PUT', '/admin/page/terms', page);
  expect((await refusal('get_page', { kind: 'terms' }))[1]).toEqual({ code: 'notFound' });
  await call('POST', '/admin/page/terms/publish', { language: 'en' });
  const { name } = (await shop.call('GET', '/shop')).body.shop;
  const read = await ask('get_page', { kind: 'terms', language: 'de' });
  expect(read).toMatchObject({ kind: 'terms', title: 'Terms', text: `**We** are ${name}`, language: 'en', version: 1 });
  expect(read.url).toBe(`${shop.url}/de/pages/terms`);
  const { message } = (await shop.call('GET', '/pages/imprint')).body;
  for (const kind of ['imprint', 'secrets', 7, undefined]) {
    expect(await refusal('get_page', { kind })).toEqual([message, { code: 'notFound' }]);
  }
});

describe('build_cart', () => {
  const items = () => [
    { productId: laptop, count: 2 },
    { productId: cable.toUpperCase(), count: 3 },
  ];

  test('prices a cart as the checkout does, and makes its link', async () => {
    await call('POST', '/admin/discount', { code: 'Tenth', percent: 10 });
    await call('PUT', '/admin/tax', { shopRate: 20, rates: [] });
    const cart = await ask('build_cart', { items: items(), currency: 'USD', code: 'tenth', language: 'de' });
    const quoted = { items: items(), currency: 'USD', discountCode: 'tenth', prefersDelivery: true };
    const { body } = await shop.call('POST', '/payment/quote', { body: quoted });
    expect(cart).toMatchObject({
      url: `${shop.url}/de/buy/${laptop}:2,${cable}:3?currency=USD&code=tenth`,
      lines: [
        { productId: laptop, title: 'Notebook Pro', count: 2, price: { amount: 1345.61 }, amount: { amount: 2691.21 } },
        { productId: cable, count: 3, price: { amount: 0.55 }, amount: { amount: 1.64 } },
      ],
      shippingMethod: body.shippingMethods[0].name,
      priceNote: 'inkl. MwSt., zzgl. Versand',
    });
    const { subtotal, discount, shipping, total, vat } = cart;
    const amounts = [subtotal, discount, shipping, total, vat].map(({ amount }) => amount);
    expect(amounts).toEqual([body.subtotal, body.discount, body.shipping, body.amount, body.tax.amount]);
    expect((await getPage(cart.url)).status).toBe(200);
  });

  test("refuses what the checkout would, with the API's message", async () => {
    const cases: [given: object, details: object][] = [
      [{}, { code: 'invalid', fields: { items: 'The cart is empty' } }],
      [{ items: [] }, { code: 'invalid', fields: { items: 'The cart is empty' } }],
      [{ items: 'laptop' }, { code: 'invalid' }],
      [{ items: [{ productId: laptop, count: 51 }] }, { code: 'invalid' }],
      [{ items: [{ productId: laptop, count: 0 }] }, { code: 'invalid' }],
      [{ items: [{ productId: hidden, count: 1 }] }, { code: 'productsMissing', missing: [hidden] }],
      [{ items: [{ productId: laptop, count: 4 }] }, { code: 'soldOut', available: [{ productId: laptop, left: 3 }] }],
      [
        { items: items(), currency: 'GBP' },
        { code: 'invalid', fields: { currency: expect.any(String) } },
      ],
      [
        { items: items(), code: 'none' },
        { code: 'invalid', fields: { discountCode: expect.any(String) } },
      ],
    ];
    for (const [given, details] of cases) {
      const body = { currency: 'EUR', ...given, ...('code' in given && { discountCode: given.code }) };
      const { message } = (await shop.call('POST', '/payment/quote', { body })).body;
      expect(await refusal('build_cart', given)).toMatchObject([message, details]);
    }
    const many = Array.from({ length: 51 }, () => ({ productId: newId(), count: 1 }));
    expect((await refusal('build_cart', { items: many }))[0]).toBe('A link can hold at most 50 products');
  });
});

describe('a message', () => {
  const CLIENT = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
  const send = async (body: string, headers: Record<string, string> = {}, method = 'POST') => {
    const response = await fetch(`${shop.url}/mcp`, {
      method,
      headers: { ...CLIENT, ...headers },
      ...(method === 'POST' && { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
  };
  const message = (method: string, params?: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const failure = (status: number, code: number) => ({ status, body: { jsonrpc: '2.0', error: { code } } });

  test.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('is a POST, not a %s', async (method) => {
    const refused = await send('', {}, method);
    expect(refused).toMatchObject(failure(405, -32_000));
    expect(refused.headers.get('Allow')).toBe('POST');
  });

  test('comes from no other website', async () => {
    const ping = message('ping');
    for (const origin of ['https://evil.example', 'null', `${shop.url}0`, 'http://127.0.0.1', 'x']) {
      expect(await send(ping, { Origin: origin })).toMatchObject(failure(403, -32_000));
    }
    for (const origin of ['', shop.url]) expect((await send(ping, { Origin: origin })).status).toBe(200);
  });

  test.each([
    ['no JSON', '{"a"', 400, -32_700],
    ['nothing', '', 400, -32_600],
    ['a list', `[${message('ping')}]`, 400, -32_600],
    ['a text', '"ping"', 400, -32_600],
    ['no message', '{"hello":1}', 400, -32_700],
    ['a prototype', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"x":1}}}', 400, -32_700],
    ['lists in lists', `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(40_000)}`, 400, -32_700],
    ['more than 100 kB', message('ping', { text: 'x'.repeat(110_000) }), 413, -32_000],
  ])('that is %s is refused', async (_, body, status, code) => {
    expect(await send(body)).toMatchObject(failure(status, code));
  });

  test('of an unknown method or tool is an error of the protocol', async () => {
    const failed = async (method: string, params?: unknown) => (await send(message(method, params))).body.error.code;
    expect(await failed('resources/list')).toBe(-32_601);
    expect(await failed('tools/call', { name: 'delete_everything' })).toBe(-32_602);
    expect(await failed('tools/call', { name: 'toString', arguments: {} })).toBe(-32_602);
    expect(await failed('tools/call', { name: 'get_product', arguments: [] })).toBeLessThan(0);
    expect(await failed('tools/call', { name: 5 })).toBeLessThan(0);
  });

  test('is JSON, for a client that takes it', async () => {
    expect((await send(message('ping'), { Accept: 'text/html' })).status).toBe(406);
    expect((await send(message('ping'), { 'Content-Type': 'text/plain' })).status).toBe(415);
    const { headers, body } = await send(message('ping'));
    expect(headers.get('Content-Type')).toContain('application/json');
    expect([headers.get('Mcp-Session-Id'), headers.get('Cache-Control')]).toEqual([null, 'no-store']);
    expect(body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const noted = await send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    expect([noted.status, noted.body]).toEqual([202, '']);
  });

  test('gets its response in the language that it accepts', async () => {
    const { headers, body } = await send(message('tools/call', { name: 'list_categories' }), {
      'Accept-Language': 'de-AT',
    });
    expect(headers.get('Content-Language')).toBe('de');
    expect(body.result.structuredContent.categories).toMatchObject([{ name: 'Geräte' }]);
    expect((await send('', { 'Accept-Language': 'de' })).body.error.message).toBe(
      (await shop.call('POST', '/user/login', { body: [], headers: { 'Accept-Language': 'de' } })).body.message,
    );
  });
});

describe('an address', () => {
  const quotas = openQuotas(shop.limits);
  const tooMany = {
    isError: true,
    content: [{ text: expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes\.$/) }, {}],
  };

  async function exhaust(name: QuotaName, address: string, left = 0): Promise<void> {
    for (let taken = left; taken < 3000; taken += 1) await quotas.take(name, { userId: null, address });
  }

  async function clientAt(address: string): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { 'X-Forwarded-For': address } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${shop.url}/mcp`), { requestInit }));
    return client;
  }

  test('may call tools as often as it may price carts', async () => {
    await exhaust('agent', '198.51.100.1', 1);
    const client = await clientAt('198.51.100.1');
    const list = () => client.callTool({ name: 'list_categories' });
    expect((await list()).isError).toBeUndefined();
    expect(await list()).toMatchObject(tooMany);
    expect(await ask('list_categories')).toBeDefined();
  });

  test('may price as many carts as at the checkout', async () => {
    await exhaust('quote', '198.51.100.2');
    const client = await clientAt('198.51.100.2');
    const given = { items: [{ productId: cable, count: 1 }] };
    expect(await client.callTool({ name: 'build_cart', arguments: given })).toMatchObject(tooMany);
    expect((await client.callTool({ name: 'get_product', arguments: { productId: cable } })).isError).toBeUndefined();
  });
});

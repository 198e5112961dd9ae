import { expect, test } from 'vitest';
import { startPictureShop } from '../../../../testing/data/catalogue.ts';
import { newId } from '../../../core/ids.ts';

const { shop, admin, product, jpeg, send, read } = await startPictureShop();

async function add(columns: Record<string, unknown> = {}): Promise<string> {
  const { body } = await send(await jpeg());
  const names = Object.keys(columns);
  const values = Object.values(columns).map((value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  );
  if (names.length > 0) {
    const assignments = names.map((name) => `${name} = ?`).join(', ');
    await shop.em().execute(`update product set ${assignments} where id = ?`, [...values, body.productId]);
  }
  return body.productId;
}

const inList = async (id: string) => {
  const { products } = (await shop.call('GET', '/products')).body;
  return products.find(({ _id }: { _id: string }) => _id === id);
};

test('a product shows its attributes in the order of the category', async () => {
  const attributes: [code: string, name: string, type: string, unit: string, position: number][] = [
    ['weight', 'Weight', 'number', 'g', 2],
    ['colour', 'Colour', 'text', '', 1],
    ['wireless', 'Wireless', 'boolean', '', 3],
  ];
  for (const row of attributes) {
    await shop
      .em()
      .execute(
        'insert into attribute (id, category_id, code, name, type, unit, position) values (?, ?, ?, ?, ?, ?, ?)',
        [newId(), product.categoryId, ...row],
      );
  }
  const id = await add({ attributes: { weight: 250, colour: 'Moss', wireless: false, forgotten: 1 } });
  const view = await read(id);
  expect(view.attributes).toEqual([
    { code: 'colour', name: 'Colour', value: 'Moss', unit: '', label: 'Moss' },
    { code: 'weight', name: 'Weight', value: 250, unit: 'g', label: '250 g' },
    { code: 'wireless', name: 'Wireless', value: false, unit: '', label: 'No' },
  ]);
  expect(view.images).toEqual([
    { _id: expect.any(String), image: view.image, imageState: 'processing', imageWidths: [] },
  ]);
  expect(view).toMatchObject(await inList(id));
});

test.each([
  [null, null],
  [0, { state: 'soldOut' }],
  [1, { state: 'low', left: 1 }],
  [5, { state: 'low', left: 5 }],
  [6, { state: 'inStock' }],
])('shows a stock of %s as %j', async (stock, shown) => {
  expect((await read(await add({ stock }))).stock).toEqual(shown);
});

test('a variant links to the members that differ in one option', async () => {
  const member = (Colour: string, Memory: string, more = {}) =>
    add({ family: 'Walkman', options: { Colour, Memory }, ...more });
  const moss8 = await member('Moss', '8 GB');
  const rust8 = await member('Rust', '8 GB', { stock: 0 });
  const moss16 = await member('Moss', '16 GB');
  const hidden = await member('Sand', '8 GB', { is_published: false });
  await add({ family: 'Another', options: { Colour: 'Blue' } });
  const { family } = await read(moss8);
  expect(family).toEqual({
    name: 'Walkman',
    options: [
      {
        name: 'Colour',
        label: 'Colour',
        values: [
          { value: 'Moss', label: 'Moss', productId: moss8, isCurrent: true, isSoldOut: false },
          { value: 'Rust', label: 'Rust', productId: rust8, isCurrent: false, isSoldOut: true },
        ],
      },
      {
        name: 'Memory',
        label: 'Memory',
        values: [
          { value: '8 GB', label: '8 GB', productId: moss8, isCurrent: true, isSoldOut: false },
          { value: '16 GB', label: '16 GB', productId: moss16, isCurrent: false, isSoldOut: false },
        ],
      },
    ],
  });
  expect((await inList(moss8)).family).toEqual(family);
  expect((await read(moss16)).family.options[0].values[1]).toEqual({
    value: 'Rust',
    label: 'Rust',
    productId: null,
    isCurrent: false,
    isSoldOut: false,
  });
  const { body } = await shop.call('GET', `/admin/product/${hidden}`, { token: admin });
  expect(body.product).toMatchObject({ isPublished: false, stockCount: null });
  expect(body.product.family.options[0].values).toHaveLength(3);
});

test('the values of an option begin with the cheapest', async () => {
  const member = (Model: string, price_cents: number) => add({ family: 'Kolm', options: { Model }, price_cents });
  const ultra = await member('Ultra', 124_900);
  await member('Plain', 79_900);
  await member('Plus', 99_900);
  const { family } = await read(ultra);
  expect(family.options[0].values.map(({ value }: { value: string }) => value)).toEqual(['Plain', 'Plus', 'Ultra']);
});

test('an unpublished product is in no list of shoppers and cannot be bought', async () => {
  const id = await add({ is_published: false });
  expect((await shop.call('GET', `/products/single/${id}`)).status).toBe(404);
  expect(await inList(id)).toBeUndefined();
  const { token } = await shop.newAccount();
  const body = { amount: 19.99, currency: 'EUR', items: [{ productId: id, count: 1 }] };
  const { status, body: refusal } = await shop.call('POST', '/payment', { token, body });
  expect([status, refusal.code, refusal.missing]).toEqual([409, 'productsMissing', [id]]);
});

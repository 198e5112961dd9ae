import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OrderState } from '#contract/orders/orders.ts';
import { CUSTOMER_ORDERS } from '#contract/users/customers.ts';
import type { CurrencyCode } from '#contract/values/money.ts';
import { addPastOrder } from '../../../../testing/data/past-orders.ts';
import { type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';

const shop = await startTestShop();
let admin: LoggedIn;
let ada: LoggedIn;

type Line = { title: string; unitPriceCents: number; count: number };
type Placed = { id: string; number: number };

beforeAll(async () => {
  admin = await shop.admin();
  ada = await shop.newAccount('ada.lovelace');
});

async function place(
  values: { userId?: string | null; state?: OrderState; currency?: CurrencyCode; amount?: number; payment?: string },
  lines: Line[],
): Promise<Placed> {
  const { userId = ada.userId, state = 'paid', amount = 1000, payment: paymentIntentId, currency } = values;
  return addPastOrder(shop.em(), { userId, state, currency, amount: amount / 100, paymentIntentId, lines });
}

const list = async (query = '') => (await shop.call('GET', `/admin/order?${query}`, { token: admin.token })).body;
const ids = (response: { orders: { _id: string }[] }) => response.orders.map(({ _id }) => _id);

describe('the list of orders', () => {
  let camera: Placed;
  let cables: Placed;
  let orphaned: Placed;

  beforeAll(async () => {
    camera = await place({ currency: 'RSD', amount: 1_170_000, payment: 'pi_Camera' }, [
      { title: 'Camera', unitPriceCents: 10_000, count: 1 },
    ]);
    cables = await place({ state: 'pending', currency: 'USD', amount: 21_800 }, [
      { title: 'Cable 100%', unitPriceCents: 5_000, count: 2 },
      { title: 'Adapter', unitPriceCents: 5_000, count: 2 },
    ]);
    orphaned = await place({ userId: null, state: 'refunded', amount: 15_000, payment: 'pi_gone' }, [
      { title: 'Camera', unitPriceCents: 15_000, count: 1 },
    ]);
  });

  test('contains all orders, newest first, with lines, shopper and payment', async () => {
    const { status, orders, total } = await list();
    expect([status, total]).toEqual(['success', 3]);
    expect(ids({ orders })).toEqual([orphaned.id, cables.id, camera.id]);
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(orders[1]).toEqual({
      _id: cables.id,
      number: cables.number,
      fulfilment: 'open',
      refunded: 0,
      shippingName: 'Collect in store',
      country: null,
      carriers: [],
      dispute: null,
      isDisputed: false,
      lost: 0,
      state: 'pending',
      currency: 'USD',
      amount: 218,
      lines: [
        {
          productId: expect.any(String),
          title: 'Cable 100%',
          defaultTitle: 'Cable 100%',
          detail: '',
          price: 54.5,
          count: 2,
          amount: 109,
        },
        {
          productId: expect.any(String),
          title: 'Adapter',
          defaultTitle: 'Adapter',
          detail: '',
          price: 54.5,
          count: 2,
          amount: 109,
        },
      ],
      shopper: { _id: ada.userId, username: ada.username, email: ada.email },
      paymentIntentId: null,
      date: iso,
      checkedAt: iso,
    });
    expect(orders[0]).toMatchObject({ shopper: null, paymentIntentId: 'pi_gone' });
  });

  test('can be filtered by state and paged', async () => {
    expect(ids(await list('state=pending'))).toEqual([cables.id]);
    expect(await list('state=failed')).toMatchObject({ orders: [], total: 0 });
    expect(await list('page=2&pageSize=2')).toMatchObject({ total: 3, orders: [{ _id: camera.id }] });
  });

  test('can be filtered by shipping or pickup', async () => {
    await shop.em().execute(`update shop_order set delivery = '{"name": "Ada"}' where id = ?`, [cables.id]);
    expect(ids(await list('method=shipping'))).toEqual([cables.id]);
    expect(ids(await list('method=pickup'))).toEqual([orphaned.id, camera.id]);
  });

  test('sorts amounts by value and states by progress', async () => {
    expect(ids(await list('sort=amount&direction=asc'))).toEqual([camera.id, orphaned.id, cables.id]);
    expect(ids(await list('sort=state&direction=asc'))).toEqual([cables.id, camera.id, orphaned.id]);
    expect(ids(await list('sort=number&direction=asc'))).toEqual([camera.id, cables.id, orphaned.id]);
    expect(ids(await list('sort=shopper&direction=asc')).at(-1)).toBe(orphaned.id);
  });

  test.each([
    ['its number', () => String(cables.number), () => [cables.id]],
    ["the shopper's name", () => 'LOVElace', () => [cables.id, camera.id]],
    ["the shopper's email", () => 'ada.lovelace@exam', () => [cables.id, camera.id]],
    ['a line', () => 'camERA', () => [orphaned.id, camera.id]],
    ['one of several lines', () => 'adapter', () => [cables.id]],
    ['its payment id', () => 'pi_camera', () => [camera.id]],
    ['a pattern character', () => '0%', () => [cables.id]],
    ['unrelated text', () => 'typewriter', () => []],
  ])('searched for %s contains the matches', async (_, search, found) => {
    expect(ids(await list(`search=${encodeURIComponent(search())}`))).toEqual(found());
    const paged = await list(`page=1&search=${encodeURIComponent(search())}`);
    expect([ids(paged), paged.total]).toEqual([found(), found().length]);
  });

  test('searched for a number begins with its order, unless another order is chosen', async () => {
    const newer = await place({}, [{ title: `Lamp ${cables.number}`, unitPriceCents: 1000, count: 1 }]);
    const search = `page=1&search=${cables.number}`;
    expect(ids(await list(search))).toEqual([cables.id, newer.id]);
    expect(await list(`${search}&pageSize=1`)).toMatchObject({ orders: [{ _id: cables.id }], total: 2 });
    expect(ids(await list(`${search}&sort=number`))).toEqual([newer.id, cables.id]);
    await shop.em().execute('delete from shop_order where id = ?', [newer.id]);
  });

  test('searched for a whole email contains the orders of its user only, not of a longer one', async () => {
    const other = await shop.newAccount();
    await shop.em().execute('update user_account set email = ? where id = ?', [`x-${ada.email}`, other.userId]);
    await shop.em().execute('update shop_order set user_id = ? where id = ?', [other.userId, camera.id]);
    const found = async (search: string) => ids(await list(`search=${encodeURIComponent(search)}`));
    expect(await found(ada.email.slice(0, -1))).toEqual([cables.id, camera.id]);
    expect(await found(ada.email.toUpperCase())).toEqual([cables.id]);
    expect(await found(`x-${ada.email}`)).toEqual([camera.id]);
  });

  test.each([
    'petra exam',
    'brno',
    '+420 555 010 0',
    '420555010',
    '00420 555-0100',
    '5550100',
    'jd0046 00',
    'JD00 4600 1',
  ])('searched for %s contains the order that goes there', async (search) => {
    const delivery = { name: 'Petra Example', city: 'Brno', phoneNumber: '+420 555 01 00' };
    await shop.em().execute('update shop_order set delivery = ? where id = ?', [JSON.stringify(delivery), cables.id]);
    await shop.em().execute(
      `insert into shipment (id, order_id, carrier, tracking_number, tracking_url, lines)
       values (gen_random_uuid(), ?, 'DHL', 'JD0046 0012', '', '[]')`,
      [cables.id],
    );
    expect(ids(await list(`search=${encodeURIComponent(search)}`))).toEqual([cables.id]);
    expect(ids(await list('search=5550109'))).toEqual([]);
  });

  test('counts the matches of a search on every page, also past the last, and with a filter', async () => {
    const page = async (query: string) => {
      const found = await list(`search=lovelace&pageSize=1&${query}`);
      return [ids(found), found.total];
    };
    expect(await page('page=1')).toEqual([[cables.id], 2]);
    expect(await page('page=2')).toEqual([[camera.id], 2]);
    expect(await page('page=3')).toEqual([[], 2]);
    expect(await page('page=1&state=pending')).toEqual([[cables.id], 1]);
    expect(await page('page=1&sort=shopper')).toEqual([expect.any(Array), 2]);
    expect(await page('page=1&state=failed')).toEqual([[], 0]);
  });

  test.each(['state=lost', 'method=drone', 'sort=secret', 'page=-1'])('rejects %s', async (query) => {
    expect((await list(query)).code).toBe('invalid');
  });
});

describe('the export', () => {
  const exported = async (query = '') => {
    const response = await shop.call('GET', `/admin/order/export?${query}`, { token: admin.token });
    const records: Record<string, string>[] = parse(response.body, { bom: true, columns: true });
    return { response, records };
  };

  test('has a row per order line, a file name, and no formulas', async () => {
    const order = await place({ currency: 'USD', amount: 2_289, payment: 'pi_export' }, [
      { title: '=cmd()', unitPriceCents: 1_050, count: 1 },
      { title: 'Mouse, "wireless"', unitPriceCents: 525, count: 2 },
    ]);
    const { response, records } = await exported('search=pi_export');
    expect(response.headers.get('content-type')).toContain('text/csv');
    expect(response.headers.get('content-disposition')).toContain('orders.csv');
    expect(records).toEqual(
      [
        { product: "'=cmd()", unitPriceEUR: '10.50', count: '1' },
        { product: 'Mouse, "wireless"', unitPriceEUR: '5.25', count: '2' },
      ].map((line) => ({
        ...line,
        order: String(order.number),
        date: expect.stringMatching(/\+00:00$/),
        state: 'paid',
        shopper: ada.username,
        email: ada.email,
        subtotal: '22.89',
        discount: '0.00',
        discountCode: '',
        shipping: '0.00',
        shippingMethod: 'pickup',
        amount: '22.89',
        taxRate: '0',
        tax: '0.00',
        refunded: '0.00',
        lost: '0.00',
        currency: 'USD',
        fulfilment: 'open',
        name: '',
        address: '',
        postCode: '',
        city: '',
        addressState: '',
        country: '',
        phoneNumber: '',
        note: '',
        payment: 'pi_export',
        orderId: order.id,
        productId: expect.any(String),
      })),
    );
  });

  test('contains each line once across several batches, newest first', async () => {
    await shop.em().execute(
      `with placed as (
         insert into shop_order (id, state, currency, amount, subtotal, buyer_name, cart_fingerprint)
         select gen_random_uuid(), 'failed', 'EUR', 100, 100, 'Ada', 'x' from generate_series(1, 1200) returning id
       )
       insert into order_line (id, order_id, product_id, title, unit_price_cents, count)
       select gen_random_uuid(), id, gen_random_uuid(), 'Line ' || line, 50, 1 from placed, generate_series(1, 2) as line`,
    );
    const { records } = await exported('state=failed');
    expect(records).toHaveLength(2400);
    const numbers = records.map(({ order }) => Number(order));
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect(new Set(records.map(({ order, product }) => `${order} ${product}`)).size).toBe(2400);
    expect(new Set(records.map(({ state, shopper }) => `${state} ${shopper}`))).toEqual(new Set(['failed ']));
    const [row] = await shop.em().execute<{ lines: number }[]>('select count(*)::int as lines from order_line');
    expect((await exported()).records).toHaveLength(row?.lines ?? 0);
  });

  test('without orders has only the header', async () => {
    const { response, records } = await exported('search=typewriter');
    expect(records).toEqual([]);
    expect(response.body).toContain('order,date,state');
  });

  test('rejects an unknown state with an error instead of a partial file', async () => {
    const response = await shop.call('GET', '/admin/order/export?state=lost', { token: admin.token });
    expect(response).toMatchObject({ status: 422, body: { code: 'invalid' } });
  });
});

test('a customer has their latest orders, and what they spent in each currency', async () => {
  const shopper = await shop.newAccount();
  const read = async (id: string) => (await shop.call('GET', `/admin/customer/${id}`, { token: admin.token })).body;
  const add = (values: Parameters<typeof place>[0]) => place({ userId: shopper.userId, ...values }, []);
  expect((await read(shopper.userId)).customer).toEqual({ orders: [], spent: [] });
  await add({ amount: 1_000 });
  await add({ amount: 5_000, state: 'pending' });
  await add({ amount: 700, currency: 'USD' });
  const { id } = await add({ amount: 2_050 });
  await shop.em().execute('update shop_order set refunded = 50 where id = ?', [id]);
  const { orders, spent } = (await read(shopper.userId)).customer;
  expect(orders).toHaveLength(4);
  expect(orders[0]).toMatchObject({ _id: id, amount: 20.5, refunded: 0.5 });
  expect(spent).toEqual([
    { currency: 'EUR', amount: 30 },
    { currency: 'USD', amount: 7 },
  ]);
  for (let n = 0; n < CUSTOMER_ORDERS; n += 1) await add({});
  expect((await read(shopper.userId)).customer.orders).toHaveLength(CUSTOMER_ORDERS);
  expect(await read('nobody')).toMatchObject({ code: 'notFound' });
});

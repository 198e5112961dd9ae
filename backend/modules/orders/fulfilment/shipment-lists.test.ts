import { beforeAll, describe, expect, test } from 'vitest';
import { LISTED_SHIPMENTS_MAX, type ListedShipmentView } from '#contract/orders/shipment-lists.ts';
import { auditTrail } from '../../../../testing/data/catalogue.ts';
import { mailsTo } from '../../../../testing/data/mails.ts';
import { addPastOrder, type PastOrder } from '../../../../testing/data/past-orders.ts';
import { logIn, PASSWORD } from '../../../../testing/shop/api.ts';
import { type ApiResponse, type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';
import { waitFor } from '../../../../testing/wait.ts';

const shop = await startTestShop({ workers: true });
let admin: LoggedIn;
let ada: LoggedIn;

beforeAll(async () => {
  admin = await shop.admin();
  ada = await shop.newAccount();
});

type Placed = { id: string; number: number };

/** An order of three units that is paid and goes to Ada by default. */
function place(values: Partial<PastOrder> = {}): Promise<Placed> {
  const lines = [1, 2].map((count) => ({ title: `Cable ${count}`, count }));
  return addPastOrder(shop.em(), {
    state: 'paid',
    userId: ada.userId,
    amount: 3,
    shippingMethod: 'post',
    lines,
    ...values,
  });
}

const send = (path: string, list: unknown, carrier?: unknown, token = admin.token): Promise<ApiResponse> =>
  shop.call('POST', `/admin/order/shipments${path}`, { token, body: { list, carrier } });
const preview = (list: string, carrier?: string): Promise<ApiResponse> => send('/preview', list, carrier);
const ship = (list: string, carrier?: string): Promise<ApiResponse> => send('', list, carrier);
const linesOf = ({ body }: ApiResponse): ListedShipmentView[] => body.lines;
const read = async ({ id }: Placed) =>
  (await shop.call('GET', `/admin/order/${id}`, { token: admin.token })).body.order;
/** The product of which an order has one unit. */
const lineOf = async (order: Placed): Promise<string> =>
  (await read(order)).lines.find(({ count }: { count: number }) => count === 1).productId;
/** The emails to Ada about these orders. */
const notices = async (orders: Placed[]) => {
  await shop.untilCalm();
  const subjects = (await mailsTo(shop.mailbox.url, ada.email)).map(({ subject }) => subject);
  return subjects.filter((subject) => orders.some(({ number }) => subject === `Order ${number} is on its way`));
};

describe('the preview of a list', () => {
  test('shows the order, the customer, the items left and the tracking of each line, and changes nothing', async () => {
    const order = await place();
    await shop.em().execute('update order_line set shipped = 1 where order_id = ? and count = 2', [order.id]);
    const response = await preview(`${order.number},DHL,00340,https://track.example.com/00340`);
    expect([response.status, response.body.status]).toEqual([200, 'success']);
    expect(linesOf(response)).toEqual([
      {
        line: 1,
        number: String(order.number),
        order: { _id: order.id, customer: ada.username, unitsLeft: 2 },
        carrier: 'DHL',
        trackingNumber: '00340',
        trackingUrl: 'https://track.example.com/00340',
        state: 'ready',
        reason: null,
      },
    ]);
    expect(await read(order)).toMatchObject({ fulfilment: 'open', shipments: [] });
    await shop.em().execute('update shop_order set user_id = null where id = ?', [order.id]);
    expect(linesOf(await preview(`${order.number},DHL`))).toMatchObject([{ order: { customer: null } }]);
  });

  test('gives the chosen carrier to lines without one, and reads each line with its own separator', async () => {
    const [one, two, three] = [await place(), await place(), await place()];
    const list = `${one.number}\nnot an order\n${two.number};"UPS; Express";A2\n${three.number}\t\tA3`;
    expect(linesOf(await preview(list, ' DHL '))).toMatchObject([
      { carrier: 'DHL', trackingNumber: '', state: 'ready' },
      { line: 2, state: 'refused' },
      { carrier: 'UPS; Express', trackingNumber: 'A2', state: 'ready' },
      { line: 4, carrier: 'DHL', trackingNumber: 'A3', state: 'ready' },
    ]);
  });

  test.each<[string, Partial<PastOrder>, string]>([
    ['an unpaid order', { state: 'pending' }, 'This order is not paid'],
    ['an order whose payment failed', { state: 'failed' }, 'This order is not paid'],
    ['a canceled order', { state: 'canceled', fulfilment: 'canceled' }, 'This order is canceled'],
    ['a refunded order', { state: 'refunded', fulfilment: 'canceled' }, 'This order is refunded'],
    ['an order that is given back', { fulfilment: 'canceled' }, 'Nothing is left to ship'],
    ['an order for pickup', { shippingMethod: 'pickup' }, 'The customer collects this order'],
    ['an order that was shipped', { fulfilment: 'shipped' }, 'This order is already shipped'],
    ['an order that has arrived', { fulfilment: 'delivered' }, 'This order is already shipped'],
  ])('refuses %s, as a single shipment does', async (_, values, reason) => {
    const order = await place(values);
    expect(linesOf(await preview(`${order.number},DHL,A1`))).toMatchObject([
      { order: { _id: order.id }, state: 'refused', reason },
    ]);
    const options = { token: admin.token, body: { carrier: 'DHL' } };
    expect(await shop.call('POST', `/admin/order/${order.id}/shipment`, options)).toMatchObject({
      status: 409,
      body: { message: reason },
    });
  });

  test('refuses an order of which nothing is left', async () => {
    const { id, number } = await place();
    await shop.em().execute('update order_line set refunded = count where order_id = ?', [id]);
    expect(linesOf(await preview(`${number},DHL`))).toMatchObject([{ reason: 'Nothing is left to ship' }]);
  });

  test.each(['0', '-1', '1e3', '9999999999999', '2147483647', 'abc', '=1+1', "1' or true --"])(
    'refuses the order number %s',
    async (number) => {
      expect(linesOf(await preview(`${number},DHL`))).toMatchObject([
        { number, order: null, state: 'refused', reason: 'No order has this number' },
      ]);
    },
  );

  test.each([
    ['no carrier', ',,A1', 'Carrier is required'],
    ['a long carrier', `,${'C'.repeat(81)}`, 'Carrier can have at most 80 characters'],
    ['a long tracking number', `,DHL,${'1'.repeat(101)}`, 'Tracking number can have at most 100 characters'],
    ['a long link', `,DHL,A1,https://a.example/${'x'.repeat(500)}`, 'Tracking link can have at most 500 characters'],
    ['a script as its link', ',DHL,A1,javascript:alert(1)', 'Tracking link must begin with http:// or https://'],
    [
      'two wrong values',
      ',,A1,ftp://a.example',
      'Carrier is required. Tracking link must begin with http:// or https://',
    ],
    ['an open quote', ',"DHL,A1', 'A quote is not closed'],
  ])('refuses %s', async (_, values, reason) => {
    const { number } = await place();
    expect(linesOf(await preview(`${number}${values}`))).toMatchObject([{ state: 'refused', reason }]);
  });

  test('refuses every line of an order that is listed twice', async () => {
    const [one, two] = [await place(), await place()];
    const list = `${one.number},DHL,A1\n${two.number},DHL,A2\n0${one.number},DHL,A3`;
    expect(linesOf(await preview(list))).toMatchObject([
      { line: 1, state: 'refused', reason: 'This order is also on line 3' },
      { line: 2, state: 'ready' },
      { line: 3, state: 'refused', reason: 'This order is also on line 1' },
    ]);
  });

  test('takes 500 lines', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, () => place()));
    const unknown = Array.from({ length: LISTED_SHIPMENTS_MAX - orders.length }, (_, index) => index + 1e9);
    const list = [...orders.map(({ number }) => number), ...unknown].map((number) => `${number},DHL,A${number}`);
    const lines = linesOf(await preview(`number,carrier,trackingNumber\n${list.join('\n')}`));
    expect(lines.map(({ state }) => state === 'ready')).toEqual(list.map((_, index) => index < orders.length));
  });

  test('returns hostile text unchanged', async () => {
    const carrier = '<img src=x onerror=alert(1)>';
    expect(linesOf(await preview(`<script>alert(1)</script>,${carrier}`))).toMatchObject([
      { number: '<script>alert(1)</script>', carrier, state: 'refused' },
    ]);
  });

  test.each([
    ['no list', undefined, 'Paste a list or choose a file'],
    ['a blank list', ' \n,;\t\n', 'Paste a list or choose a file'],
    ['a header alone', 'number,carrier\n', 'Paste a list or choose a file'],
    ['an unknown column', 'number,carrier,weight\n1001,DHL,5', /^The list has an unknown column\. Use number, /],
    ['a repeated column', 'number,order\n1001,1001', 'The list has more than one number column'],
    ['too many lines', '1\n'.repeat(LISTED_SHIPMENTS_MAX + 1), 'Ship up to 500 orders at a time'],
    ['a list that is too long', '1,'.repeat(45_001), 'A list can have up to 90,000 characters. Split it into parts.'],
    ['a character that cannot be stored', '1001,DHL\u0000', 'Contains a character that cannot be stored'],
    ['a list of another type', ['1001,DHL'], 'Must be text'],
  ])('and the shipment are refused with %s', async (_, list, message) => {
    for (const path of ['/preview', '']) {
      const { status, body } = await send(path, list);
      expect([status, body.fields]).toEqual([422, { list: expect.stringMatching(message) }]);
    }
  });

  test('is refused with a long carrier for all, and with a body that is too large', async () => {
    expect((await send('/preview', '1001', 'C'.repeat(81))).body.fields).toEqual({
      carrier: 'Carrier can have at most 80 characters',
    });
    expect((await send('/preview', 'é'.repeat(60_000))).status).toBe(413);
  });
});

describe('shipping a list', () => {
  test('ships all that is left as single shipments do, and reports the other lines', async () => {
    const [one, two, unpaid] = [await place(), await place(), await place({ state: 'pending' })];
    await shop.call('POST', `/admin/order/${two.id}/shipment`, {
      token: admin.token,
      body: { carrier: 'UPS', lines: [{ productId: await lineOf(two), count: 1 }] },
    });
    const list = [
      'number,carrier,trackingNumber,trackingUrl',
      `${one.number},,A1,https://a.example/1`,
      '99999999,,A9,',
      `${unpaid.number},,A2,`,
      `${two.number},GLS,A3,`,
    ].join('\n');
    const response = await ship(list, 'DHL');
    expect([response.status, response.body.message]).toEqual([200, '2 orders shipped, 2 not shipped']);
    expect(linesOf(response)).toMatchObject([
      { line: 2, state: 'shipped', reason: null },
      { line: 3, state: 'refused', reason: 'No order has this number' },
      { line: 4, state: 'refused', reason: 'This order is not paid' },
      { line: 5, state: 'shipped' },
    ]);
    const shipped = await read(one);
    expect(shipped).toMatchObject({
      fulfilment: 'shipped',
      shipments: [{ carrier: 'DHL', trackingNumber: 'A1', trackingUrl: 'https://a.example/1', lines: [{}, {}] }],
      history: [{ what: 'shipped', by: 'shop', adminName: admin.username }],
    });
    expect((await read(two)).shipments).toMatchObject([
      { carrier: 'UPS' },
      { carrier: 'GLS', trackingNumber: 'A3', lines: [{ count: 2 }] },
    ]);
    expect(await read(unpaid)).toMatchObject({ fulfilment: 'open', shipments: [] });
    expect(await auditTrail(shop.em(), one.id)).toMatchObject([
      { action: 'order.shipped', changes: { carrier: { to: 'DHL' }, trackingNumber: { to: 'A1' } } },
    ]);
    expect(await auditTrail(shop.em(), unpaid.id)).toEqual([]);
    expect(await notices([one])).toHaveLength(1);
    expect(await notices([two])).toHaveLength(2);
    expect(await notices([unpaid])).toEqual([]);
  });

  test.each([
    ['with tracking numbers', ',A1'],
    ['without', ''],
  ])('twice, also at once, ships once, sends one email and has the same result: %s', async (_, tracking) => {
    const [one, two] = [await place(), await place()];
    const list = `${one.number},DHL${tracking}\n${two.number},DHL${tracking && ',A2'}`;
    const answers = [...(await Promise.all([ship(list), ship(list)])), await ship(list)];
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([200, '2 orders shipped']);
      expect(body.lines).toMatchObject([{ state: 'shipped' }, { state: 'shipped' }]);
    }
    for (const order of [one, two]) {
      expect((await read(order)).shipments).toHaveLength(1);
      expect(await auditTrail(shop.em(), order.id)).toHaveLength(1);
    }
    expect(await notices([one, two])).toHaveLength(2);
    expect(linesOf(await preview(list))).toMatchObject([{ state: 'shipped', order: { unitsLeft: 0 } }, {}]);
  });

  test('of two admins at once, one ships each order and the other learns that it is shipped', async () => {
    const orders = [await place(), await place(), await place()];
    const listOf = (tracking: string) => orders.map(({ number }) => `${number},DHL,${tracking}${number}`);
    const { email } = await shop.newAccount();
    await shop.call('PUT', '/admin/user', { token: admin.token, body: { email, role: 'admin' } });
    const grace = await logIn(shop.call, { email, password: PASSWORD });
    const answers = await Promise.all([
      send('', listOf('A').join('\n')),
      send('', listOf('B').toReversed().join('\n'), undefined, grace.token),
    ]);
    const all = answers.flatMap(linesOf);
    for (const order of orders) {
      const lines = all.filter(({ number }) => number === String(order.number));
      expect(lines.map(({ state }) => state).toSorted()).toEqual(['refused', 'shipped']);
      expect(lines.find(({ state }) => state === 'refused')?.reason).toBe('This order is already shipped');
      const { shipments } = await read(order);
      expect(shipments).toMatchObject([
        { trackingNumber: lines.find(({ state }) => state === 'shipped')?.trackingNumber },
      ]);
    }
    expect(await notices(orders)).toHaveLength(3);
  });

  test('an order that changes meanwhile is reported and does not stop the rest', async () => {
    const [one, two] = [await place(), await place()];
    let answer: Promise<ApiResponse> | undefined;
    // Holds the first order until the shipment waits for it.
    await shop.em().transactional(async (em) => {
      await em.execute("update shop_order set state = 'refunded', fulfilment = 'canceled' where id = ?", [one.id]);
      answer = ship(`${one.number},DHL,A1\n${two.number},DHL,A2`);
      await waitForLock();
    });
    expect(linesOf(await (answer as Promise<ApiResponse>))).toMatchObject([
      { state: 'refused', reason: 'This order is refunded' },
      { state: 'shipped' },
    ]);
    expect((await read(one)).shipments).toEqual([]);
  });
});

async function waitForLock(): Promise<void> {
  await waitFor('a transaction to wait for a lock', async () => {
    const waiting =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and pid <> pg_backend_pid()";
    return (await shop.em().execute(waiting)).length > 0;
  });
}

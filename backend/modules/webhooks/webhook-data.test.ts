import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookEvent } from '#contract/integration/webhooks.ts';
import { productForm } from '../../../testing/data/catalogue.ts';
import { importFile, importForm } from '../../../testing/data/imports.ts';
import { PaymentsFixture } from '../../../testing/data/payments.ts';
import { drawing } from '../../../testing/data/pictures.ts';
import { ReturnsFixture } from '../../../testing/data/returns.ts';
import { startReceiver } from '../../../testing/servers/receiver.ts';
import { deliveryProblems } from '../../../testing/shop/described-api.ts';
import { waitFor } from '../../../testing/wait.ts';
import type { StoredEvent } from '../../core/events/outbox.ts';
import { storeDeliveries } from './deliveries.service.ts';
import type { AnnouncedEvent } from './webhook-data.ts';

const payments = await PaymentsFixture.use();
const returns = new ReturnsFixture(payments);
const { shop } = payments;
const receiver = await startReceiver();
afterAll(() => receiver.close());
const { token } = await shop.admin();
const picture = await drawing(16, 16).png().toBuffer();

const read = async (path: string) => (await shop.call('GET', `/admin/${path}`, { token })).body;
const listen = async (events: readonly string[], url = receiver.url): Promise<string> =>
  (await shop.call('POST', '/admin/webhook', { token, body: { url, events } })).body.webhook._id;

beforeEach(async () => {
  await shop.em().execute('delete from webhook');
  receiver.received.length = 0;
  await listen(['*']);
});

/** Everything is as the API's description says. */
afterEach(async () => {
  for (const body of received()) expect(await deliveryProblems(body)).toEqual([]);
});

type Body = { type: WebhookEvent; timestamp: string; data: { _id: string } & Record<string, unknown> };

const received = (): Body[] => receiver.received.map(({ body }) => JSON.parse(body));

/** What the endpoint received about an object. */
function deliveryOf(type: WebhookEvent, id: string): Promise<Body> {
  return waitFor(`${type} of ${id}`, () => received().find((body) => body.type === type && body.data._id === id));
}

/** The outbox's time of the last event of a name. */
async function timeOf(name: string): Promise<string> {
  const [row] = await shop
    .em()
    .execute<{ time: string }[]>(`select max(created_at)::text as time from outbox_event where name = ?`, [name]);
  return new Date(row?.time ?? '').toISOString();
}

/** An order but for what goes on: its mails, and when its payment was last checked. */
const lasting = ({ mails: _, checkedAt: __, ...order }: Record<string, unknown>) => order;

async function expectOrder(type: WebhookEvent, orderId: string): Promise<void> {
  const { data } = await deliveryOf(type, orderId);
  await shop.untilCalm();
  expect(lasting(data)).toEqual(lasting((await read(`order/${orderId}`)).order));
}

describe('an order', () => {
  test('that is paid is sent as the dashboard shows it, with the time of the event', async () => {
    const { orderId } = await payments.placePaidOrder();
    await expectOrder('order.paid', orderId);
    expect((await deliveryOf('order.paid', orderId)).timestamp).toBe(await timeOf('order.paid'));
  });

  test('that is shipped and delivered', async () => {
    const { orderId } = await returns.place();
    await returns.asAdmin(`order/${orderId}/shipment`, { carrier: 'DHL' });
    await expectOrder('order.shipped', orderId);
    await returns.asAdmin(`order/${orderId}/delivered`);
    await expectOrder('order.delivered', orderId);
    const times = received().flatMap(({ data, timestamp }) => (data._id === orderId ? timestamp : []));
    expect(times).toEqual(times.toSorted());
  });

  test('that is collected', async () => {
    const { orderId } = await payments.placePaidOrder();
    await returns.asAdmin(`order/${orderId}/collected`);
    await expectOrder('order.delivered', orderId);
  });

  test('that is refunded', async () => {
    const { orderId } = await payments.placePaidOrder();
    await returns.asAdmin(`order/${orderId}/refund`, { amount: 1, reason: 'Late', restock: false });
    await expectOrder('order.refunded', orderId);
  });

  test('that is canceled', async () => {
    const { orderId } = await payments.placePaidOrder();
    await shop.call('POST', `/orders/${orderId}/cancel`, { token: payments.shopper.token });
    await expectOrder('order.canceled', orderId);
  });

  test('that is disputed', async () => {
    const { orderId, intentId } = await payments.placePaidOrder();
    await shop.control('disputes', { payment_intent: intentId });
    await expectOrder('order.disputed', orderId);
  });
});

describe('what comes back', () => {
  test('is announced when it is requested and received', async () => {
    const { orderId } = await returns.placeArrived();
    await returns.request(orderId);
    const { _id } = await returns.latest(orderId);
    const shown = async () => (await read('return')).returns.find((each: { _id: string }) => each._id === _id);
    expect((await deliveryOf('return.requested', _id)).data).toEqual(await shown());
    await returns.asAdmin(`return/${_id}/approve`, {});
    const lines = returns.laptops(1).map((line) => ({ ...line, condition: 'asNew' }));
    await returns.asAdmin(`return/${_id}/receive`, { lines });
    expect((await deliveryOf('return.received', _id)).data).toEqual(await shown());
    expect(received().filter(({ type }) => type.startsWith('return.'))).toHaveLength(2);
  });

  test('is announced when it is only announced', async () => {
    await returns.state({ orderNumber: '999999', name: 'Ada', email: 'ada@example.com' });
    const { withdrawals } = await read('withdrawal');
    const [withdrawal] = withdrawals;
    expect((await deliveryOf('withdrawal.received', withdrawal._id)).data).toEqual(withdrawal);
  });
});

describe('a product', () => {
  async function add(title: string): Promise<string> {
    const body = { categoryName: `Category ${crypto.randomUUID()}` };
    const { categoryId } = (await shop.call('POST', '/admin/category', { token, body })).body;
    const form = productForm({ title, description: 'Fine', price: 20, categoryId }, picture);
    return (await shop.call('POST', '/admin/product', { token, form })).body.productId;
  }
  const edit = (product: object) => shop.call('PUT', '/admin/product', { token, body: product });

  test('is announced when it is added, edited and deleted', async () => {
    const id = await add('Lamp');
    expect((await deliveryOf('product.created', id)).data).toMatchObject({ _id: id, title: 'Lamp', price: 20 });
    await shop.untilCalm();
    await edit({ id, title: 'Bright lamp' });
    expect((await deliveryOf('product.updated', id)).data).toEqual((await read(`product/${id}`)).product);
    await shop.call('DELETE', `/admin/product/${id}`, { token });
    expect((await deliveryOf('product.deleted', id)).data).toEqual({ _id: id });
  });

  test('is not told when an edit changes nothing', async () => {
    const id = await add('Lamp');
    await edit({ id, title: 'Lamp' });
    await shop.untilCalm();
    expect(received().map(({ type }) => type)).not.toContain('product.updated');
  });

  test('is announced once for each of many that are edited together', async () => {
    const ids = [await add('One'), await add('Two'), await add('Three')];
    await shop.untilCalm();
    const { products } = await read('product?pageSize=100');
    const chosen = products.filter(({ _id }: { _id: string }) => ids.includes(_id));
    const body = { products: chosen, change: { percent: 10 } };
    const { status } = await shop.call('POST', '/admin/product/bulk', { token, body });
    expect(status).toBe(200);
    for (const id of ids) expect((await deliveryOf('product.updated', id)).data).toMatchObject({ price: 22 });
    const [row] = await shop.em().execute<{ count: number }[]>(
      `select count(*)::int as count from outbox_event where name = 'product.changed' and payload->>'change' = 'updated'
           and payload->'productIds' @> ?::jsonb`,
      [JSON.stringify(ids)],
    );
    expect(row?.count).toBe(1);
  });

  test('is announced when a file adds or changes it, in one event for many', async () => {
    const category = `Imported ${crypto.randomUUID()}`;
    const lines = (price: number) =>
      ['One', 'Two', 'Three']
        .map((title) => JSON.stringify({ title, description: 'Fine', price, category }))
        .join('\n');
    await importFile(shop, token, importForm(lines(10)));
    const { products } = await read(`product?search=${encodeURIComponent(category)}`);
    const ids: string[] = products.map(({ _id }: { _id: string }) => _id);
    expect(ids).toHaveLength(3);
    for (const id of ids) expect((await deliveryOf('product.created', id)).data).toMatchObject({ _id: id, price: 10 });
    await importFile(shop, token, importForm(lines(12)));
    for (const id of ids) expect((await deliveryOf('product.updated', id)).data).toMatchObject({ _id: id, price: 12 });
    const events = await shop
      .em()
      .execute(`select 1 from outbox_event where name = 'product.changed' and payload->'productIds' @> ?::jsonb`, [
        JSON.stringify(ids),
      ]);
    expect(events).toHaveLength(2);
  });

  test('is announced when few are left', async () => {
    const { laptop } = payments;
    await payments.setStock(laptop, 5);
    await payments.placePaidOrder();
    await shop.untilCalm();
    expect((await deliveryOf('stock.low', laptop)).data).toEqual((await read(`product/${laptop}`)).product);
  });
});

test('a comment is announced when it is written', async () => {
  const body = { author: '', content: 'Fine', productId: payments.laptop, productTitle: '' };
  await shop.call('POST', '/comment', { token: payments.shopper.token, body });
  const { allComments } = (await shop.call('GET', `/comment?productId=${payments.laptop}`, { token })).body;
  expect((await deliveryOf('comment.created', allComments[0]._id)).data).toEqual(allComments[0]);
});

test('a user is announced when they register, and when they are gone', async () => {
  const account = { email: `${crypto.randomUUID()}@example.com`, username: 'webhooked', password: 'correct horse' };
  await shop.call('POST', '/user/register', { body: account });
  const { allUsers } = await read('user?search=webhooked');
  const [user] = allUsers;
  expect((await deliveryOf('user.registered', user._id)).data).toEqual(user);
  await shop.call('DELETE', `/admin/user/${user._id}`, { token });
  expect((await deliveryOf('user.deleted', user._id)).data).toEqual({ _id: user._id });
});

describe('an event', () => {
  const productOf = async () => {
    const [event] = await shop
      .em()
      .execute<StoredEvent<AnnouncedEvent>[]>(
        `select id, name, payload from outbox_event where name = 'comment.created' limit 1`,
      );
    return event as StoredEvent<AnnouncedEvent>;
  };
  const countStored = async () => {
    const [row] = await shop
      .em()
      .execute<{ count: number }[]>(
        'select count(*)::int as count from webhook_delivery where webhook_id in (select id from webhook)',
      );
    return row?.count;
  };

  test('is stored once for each endpoint that listens to it, however often its job runs', async () => {
    await shop.em().execute('delete from webhook');
    const body = { author: '', content: 'Again', productId: payments.laptop, productTitle: '' };
    await shop.call('POST', '/comment', { body });
    await shop.untilCalm();
    await listen(['comment.created']);
    await listen(['*']);
    await listen(['order.paid']);
    const inactive = await listen(['*']);
    await shop.call('PUT', `/admin/webhook/${inactive}`, { token, body: { isActive: false } });
    const event = await productOf();
    const run = () => storeDeliveries({ em: shop.em(), settings: shop.settings }, event);
    await Promise.all([run(), run()]);
    await run();
    expect(await countStored()).toBe(2);
  });

  test('of an object that is gone tells only its id', async () => {
    const id = crypto.randomUUID();
    await shop
      .em()
      .execute(`insert into outbox_event (id, name, payload) values (gen_random_uuid(), 'comment.created', ?)`, [
        JSON.stringify({ commentId: id }),
      ]);
    expect((await deliveryOf('comment.created', id)).data).toEqual({ _id: id });
  });
});

test('deliveries to a deleted endpoint are removed', async () => {
  const { _id } = (await read('webhook')).webhooks[0];
  await shop.call('POST', `/admin/webhook/${_id}/test`, { token });
  await waitFor('the test', () => received().some(({ type }) => type === 'webhook.test'));
  await shop.call('DELETE', `/admin/webhook/${_id}`, { token });
  await shop.untilCalm();
  expect(await shop.em().execute('select 1 from webhook_delivery where webhook_id = ?', [_id])).toEqual([]);
  expect(await shop.em().execute('select 1 from webhook_try where webhook_id = ?', [_id])).toEqual([]);
});

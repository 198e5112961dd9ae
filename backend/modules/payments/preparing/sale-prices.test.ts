import { expect, test, vi } from 'vitest';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import { waitFor } from '../../../../testing/wait.ts';

const fixture = await PaymentsFixture.use();

/** Milliseconds in which a busy machine surely answers a call or two. */
const SOON = 4000;

const laptop = () => [{ productId: fixture.laptop, count: 1 }];

async function quoted(): Promise<number> {
  const { body } = await fixture.shop.call('POST', '/payment/quote', { body: { currency: 'EUR', items: laptop() } });
  return body.amount;
}

/** Puts the laptop on sale. Times are in milliseconds from now. */
async function startSale(salePrice: number, { from, until }: { from?: number; until?: number } = {}): Promise<void> {
  const after = (time?: number) => (time === undefined ? null : new Date(Date.now() + time).toISOString());
  const sale = { salePrice, saleFrom: after(from), saleUntil: after(until) };
  const { status } = await fixture.asAdmin('PUT', '/admin/product', { id: fixture.laptop, ...sale });
  expect(status).toBe(200);
}

const stateOf = async (orderId: string) =>
  (await fixture.shop.call('GET', `/orders/${orderId}`, { token: fixture.shopper.token })).body.order;

test('a sale that ends between quote and payment is a 409 with the new price, and nothing is charged', async () => {
  await startSale(80, { until: SOON });
  expect(await quoted()).toBe(80);
  await waitFor('the end of the sale', async () => (await quoted()) === 100);
  const refused = await fixture.pay(laptop(), 80);
  expect(refused).toMatchObject({ status: 409, body: { code: 'priceChanged', amount: 100, currency: 'EUR' } });
  expect(await fixture.orders()).toEqual([]);
  const { body } = await fixture.pay(laptop(), 100);
  expect((await stateOf(body.orderId)).lines).toMatchObject([{ price: 100 }]);
});

test('a sale that begins between quote and payment is a 409 with the lower price', async () => {
  await startSale(80, { from: SOON });
  expect(await quoted()).toBe(100);
  await waitFor('the begin of the sale', async () => (await quoted()) === 80);
  expect(await fixture.pay(laptop(), 100)).toMatchObject({ status: 409, body: { amount: 80 } });
  expect((await fixture.pay(laptop(), 80)).status).toBe(200);
});

test('an API whose clock is a minute behind charges what the clock of the database says', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
  try {
    const inAMinute = 60_000;
    await startSale(80, { from: inAMinute + SOON, until: inAMinute + 2 * SOON });
    expect(await fixture.pay(laptop(), 80)).toMatchObject({ status: 409, body: { amount: 100 } });
    await waitFor('the begin of the sale', async () => (await quoted()) === 80);
    const { body } = await fixture.pay(laptop(), 80);
    expect((await stateOf(body.orderId)).lines).toMatchObject([{ price: 80 }]);
    await waitFor('the end of the sale', async () => (await quoted()) === 100);
    expect(await fixture.pay(laptop(), 80)).toMatchObject({ status: 409, body: { amount: 100 } });
  } finally {
    vi.useRealTimers();
  }
});

test('a sale that ends while its order waits for the lock of the product is priced anew', async () => {
  await startSale(80, { until: 1200 });
  const { shop } = fixture;
  const paying = await shop.em().transactional(async (em) => {
    await em.execute('update product set price_cents = 11000, version = version + 1 where id = ?', [fixture.laptop]);
    const paying = fixture.pay(laptop(), 80);
    await waitFor('the end of the sale', async () => (await quoted()) === 100);
    return { paying };
  });
  expect(await paying.paying).toMatchObject({ status: 409, body: { amount: 110 } });
});

test('an order keeps the price that it was opened at when the sale ends', async () => {
  await startSale(80, { until: SOON });
  const { body } = await fixture.pay(laptop(), 80);
  await waitFor('the end of the sale', async () => (await quoted()) === 100);
  await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  await fixture.shop.untilCalm();
  expect(await stateOf(body.orderId)).toMatchObject({ state: 'paid', amount: 80 });
});

test('an edit that ends a sale cancels open orders at its price, as an edit of the price does', async () => {
  await startSale(80);
  const { body } = await fixture.pay(laptop(), 80);
  await fixture.asAdmin('PUT', '/admin/product', { id: fixture.laptop, salePrice: null });
  await fixture.shop.untilCalm();
  expect((await stateOf(body.orderId)).state).toBe('canceled');
});

test('an edit of the price during a sale leaves open orders alone', async () => {
  await startSale(80);
  const { body } = await fixture.pay(laptop(), 80);
  await fixture.asAdmin('PUT', '/admin/product', { id: fixture.laptop, price: 120 });
  await fixture.shop.untilCalm();
  expect((await stateOf(body.orderId)).state).toBe('pending');
});

test('an order that is paid after a repricing and before the next sale is not taken for an outdated one', async () => {
  await fixture.shop.em().transactional(async (em) => {
    // The jobs about the repricing wait until the sale has begun.
    await fixture.asAdmin('PUT', '/admin/product', {
      id: fixture.laptop,
      price: 90,
      salePrice: 80,
      saleFrom: new Date(Date.now() + SOON).toISOString(),
    });
    const { body } = await fixture.pay(laptop(), 90);
    await fixture.payWith(body.clientSecret);
    await em.execute('lock table shop_order in exclusive mode');
    await waitFor('the begin of the sale', async () => (await quoted()) === 80);
  });
  await fixture.shop.untilCalm();
  const [order] = await fixture.orders();
  expect(order).toMatchObject({ state: 'paid', amount: 90 });
});

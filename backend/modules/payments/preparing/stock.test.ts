import { beforeEach, describe, expect, test } from 'vitest';
import { intentOf, PaymentsFixture } from '../../../../testing/data/payments.ts';

const fixture = await PaymentsFixture.use();
const laptops = (count: number) => [{ productId: fixture.laptop, count }];
const stock = () => fixture.stockOf(fixture.laptop);

beforeEach(() => fixture.setStock(fixture.laptop, 5));

describe('an order', () => {
  test('takes its units out of stock, once for repeated requests', async () => {
    await fixture.pay(laptops(2), 200);
    await fixture.pay(laptops(2), 200);
    expect(await stock()).toBe(3);
  });

  test('leaves products alone whose units are not counted', async () => {
    await fixture.setStock(fixture.cable, null);
    await fixture.pay([{ productId: fixture.cable, count: 2 }], 1);
    expect(await fixture.stockOf(fixture.cable)).toBeNull();
  });

  test('is refused if there is not enough left, and changes nothing', async () => {
    const response = await fixture.pay(laptops(6), 600);
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'soldOut', available: [{ productId: fixture.laptop, left: 5 }] },
    });
    expect(await fixture.orders()).toEqual([]);
    expect(await stock()).toBe(5);
  });

  test('that replaces another one gets its units first', async () => {
    await fixture.pay(laptops(5), 500);
    const other = await fixture.pay(laptops(4), 400);
    expect(other.status).toBe(200);
    expect(await stock()).toBe(1);
    expect((await fixture.orders()).map(({ state }) => state)).toEqual(['pending', 'canceled']);
  });

  test('keeps its units when the one that would replace it is refused', async () => {
    const { body } = await fixture.pay(laptops(3), 300);
    expect((await fixture.pay(laptops(6), 600)).status).toBe(409);
    expect((await fixture.pay(laptops(4), 399)).status).toBe(409);
    const coded = await fixture.prepare({ items: laptops(4), amount: 400, discountCode: 'nonsense' });
    expect(coded.status).toBe(422);
    expect(await fixture.stateOf(body.orderId)).toBe('pending');
    expect(await stock()).toBe(2);
    const intent = await fixture.shop.provider.paymentIntents.retrieve(intentOf(body.clientSecret));
    expect(intent.status).toBe('requires_payment_method');
  });

  test.each(['settled', 'not settled yet'])(
    'is replaced by another cart after a decline that is %s',
    async (decline) => {
      const isSettled = decline === 'settled';
      await fixture.shop.setFaults({ webhooks: { drop: !isSettled } });
      const { body } = await fixture.pay(laptops(3), 300);
      await fixture.payWith(body.clientSecret, 'pm_card_chargeDeclined').catch(() => {});
      if (isSettled) await fixture.untilState('failed');
      expect((await fixture.pay(laptops(3), 300)).body).toEqual(body);
      // It needs none of what the declined one holds.
      expect((await fixture.pay(laptops(2), 200)).status).toBe(200);
      expect(await fixture.stateOf(body.orderId)).toBe('canceled');
      expect(await stock()).toBe(3);
      await expect(fixture.payWith(body.clientSecret)).rejects.toMatchObject({
        code: 'payment_intent_unexpected_state',
      });
    },
  );

  test("keeps its units while the shopper's bank asks about its payment, and another one is opened", async () => {
    const { body } = await fixture.pay(laptops(3), 300);
    await fixture.payWith(body.clientSecret, 'pm_card_authenticationRequired');
    expect((await fixture.pay(laptops(2), 200)).status).toBe(200);
    expect(await fixture.stateOf(body.orderId)).toBe('pending');
    expect(await stock()).toBe(0);
  });

  test('gives its units back when the provider rejects its payment', async () => {
    const sticker = await fixture.addProduct('Sticker', 10);
    await fixture.setStock(sticker, 3);
    expect((await fixture.pay([{ productId: sticker, count: 1 }], 0.1)).status).toBe(422);
    expect(await fixture.stockOf(sticker)).toBe(3);
  });

  test('gives its units back when its payment is canceled at the provider, once', async () => {
    const { intentId } = await fixture.placeOrder();
    expect(await stock()).toBe(4);
    await fixture.shop.provider.paymentIntents.cancel(intentId);
    await fixture.untilState('canceled');
    await fixture.untilHandled(intentId);
    expect(await stock()).toBe(5);
  });

  test('gives nothing back to a product that is no longer counted, or deleted', async () => {
    const { intentId } = await fixture.placeOrder();
    await fixture.setStock(fixture.laptop, null);
    await fixture.shop.provider.paymentIntents.cancel(intentId);
    await fixture.untilState('canceled');
    expect(await stock()).toBeNull();
  });

  test('does not conflict with an edit of the same product, whose version stays', async () => {
    const version = async () => {
      const [row] = await fixture.shop
        .em()
        .execute<{ version: number }[]>('select version from product where id = ?', [fixture.laptop]);
      return row?.version;
    };
    const before = await version();
    await fixture.placeOrder();
    expect(await version()).toBe(before);
  });
});

test('twenty shoppers want the last five units: five get one, and the stock never falls below zero', async () => {
  const shoppers = await Promise.all(Array.from({ length: 20 }, () => fixture.shop.newAccount()));
  const responses = await Promise.all(shoppers.map(({ token }) => fixture.pay(laptops(1), 100, 'EUR', token)));
  const statuses = responses.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(200), ...Array(15).fill(409)]);
  expect(await stock()).toBe(0);
});

test('carts with the same products in any order never wait for each other in a circle', async () => {
  await fixture.setStock(fixture.cable, 1000);
  await fixture.setStock(fixture.laptop, 1000);
  const items = [
    { productId: fixture.laptop, count: 1 },
    { productId: fixture.cable, count: 1 },
  ];
  const shoppers = await Promise.all(Array.from({ length: 12 }, () => fixture.shop.newAccount()));
  for (const count of [1, 2]) {
    const carts = shoppers.map((_, index) =>
      (index % 2 ? items : items.toReversed()).map((item) => ({ ...item, count })),
    );
    const responses = await Promise.all(
      shoppers.map(({ token }, index) => fixture.pay(carts[index], 100.5 * count, 'EUR', token)),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200));
  }
  expect(await stock()).toBe(1000 - 24);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { importedLine } from '../../../../testing/imports.ts';
import { PaymentsFixture } from '../../../../testing/payments.ts';
import type { LoggedIn } from '../../../../testing/shop.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { saveImportedProducts } from '../../catalogue/imported/imported-products.service.ts';

const fixture = await PaymentsFixture.use();
let admin: LoggedIn;

beforeEach(async () => {
  admin = await fixture.shop.admin();
});

async function reprice(price: number): Promise<void> {
  const body = { id: fixture.laptop, price };
  const { status } = await fixture.shop.call('PUT', '/admin/product', { token: admin.token, body });
  expect(status).toBe(200);
}

async function deleteLaptop(): Promise<void> {
  const { status } = await fixture.shop.call('DELETE', `/admin/product/${fixture.laptop}/a.jpg`, {
    token: admin.token,
  });
  expect(status).toBe(200);
}

const statusOf = async (intentId: string) => (await fixture.shop.provider.paymentIntents.retrieve(intentId)).status;

async function untilCanceled(orderId: string): Promise<void> {
  await waitFor('the order to be canceled', async () => (await fixture.stateOf(orderId)) === 'canceled');
}

describe('a prepared payment', () => {
  test("can't be paid after a price change", async () => {
    const { orderId, intentId, clientSecret } = await fixture.placeOrder();
    await reprice(200);
    await untilCanceled(orderId);
    await expect(fixture.payWith(clientSecret)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await statusOf(intentId)).toBe('canceled');
    const retried = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    expect(retried).toMatchObject({ status: 409, body: { code: 'priceChanged', amount: 200 } });
  });

  test("can't be paid after an import changes a price", async () => {
    const { orderId, intentId } = await fixture.placeOrder();
    const line = importedLine({ id: fixture.laptop, title: 'Laptop', price: 150, categoryName: 'Computers' });
    await fixture.shop.em().transactional((em) => saveImportedProducts(em, fixture.shop.storage, [line]));
    await untilCanceled(orderId);
    expect(await statusOf(intentId)).toBe('canceled');
  });

  test("can't be paid after a product is deleted, even after a decline", async () => {
    const { orderId, intentId, clientSecret } = await fixture.placeOrder();
    await fixture.payWith(clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    await fixture.untilState('failed');
    await deleteLaptop();
    await untilCanceled(orderId);
    expect(await statusOf(intentId)).toBe('canceled');
  });

  test("can't be paid after a product is unpublished", async () => {
    const { orderId, intentId, clientSecret } = await fixture.placeOrder();
    const body = { id: fixture.laptop, isPublished: false };
    expect((await fixture.shop.call('PUT', '/admin/product', { token: admin.token, body })).status).toBe(200);
    await untilCanceled(orderId);
    await expect(fixture.payWith(clientSecret)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await statusOf(intentId)).toBe('canceled');
  });

  test('can still be paid after a change other than the price', async () => {
    const { orderId, clientSecret } = await fixture.placeOrder();
    const body = { id: fixture.laptop, title: 'Notebook', price: 100 };
    await fixture.shop.call('PUT', '/admin/product', { token: admin.token, body });
    await fixture.shop.untilCalm();
    expect(await fixture.stateOf(orderId)).toBe('pending');
    expect((await fixture.payWith(clientSecret)).status).toBe('succeeded');
  });

  test.each([
    ['a price change', () => reprice(200)],
    ['the deletion of its product', () => deleteLaptop()],
  ])('is kept if it is paid just before %s, even if the webhook was lost', async (_, change) => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { orderId, clientSecret } = await fixture.placeOrder();
    await fixture.payWith(clientSecret);
    await change();
    await waitFor('the order to be paid', async () => (await fixture.stateOf(orderId)) === 'paid');
  });

  test('is canceled once the provider is back after an outage', async () => {
    const { orderId } = await fixture.placeOrder();
    await fixture.shop.setFaults({ api: { status500Rate: 1 } });
    await deleteLaptop();
    expect(await fixture.stateOf(orderId)).toBe('pending');
    await fixture.shop.setFaults({});
    await untilCanceled(orderId);
  });

  test.each([
    ['a price change', () => reprice(200)],
    ['the deletion of its product', () => deleteLaptop()],
  ])("prepared during %s can't be paid as before", async (_, change) => {
    const { shop, laptop } = fixture;
    const [preparing, changing] = await shop.em().transactional(async (em) => {
      // Holds the order between reading its prices and its commit. Jobs may wait as well.
      await em.execute('lock table shop_order in share mode');
      const [own] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
      const preparing = fixture.pay([{ productId: laptop, count: 1 }], 100);
      const insert = await waitFor('the order to wait', async () => {
        const [insert] = await fixture.waitingFor(own?.pid, 'insert');
        return insert;
      });
      const changing = change().then(() => shop.untilCalm());
      const blockedToo = waitFor(
        'the price change to wait',
        async () => (await fixture.waitingFor(insert.pid)).length > 0,
      );
      await Promise.any([changing, blockedToo]);
      return [preparing, changing];
    });
    const { orderId } = (await preparing).body;
    await changing;
    expect(await fixture.stateOf(orderId)).toBe('canceled');
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { mailsTo } from '../../../../testing/data/mails.ts';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import type { LoggedIn } from '../../../../testing/shop/api.ts';

const fixture = await PaymentsFixture.use();
let title = '';
let product = '';
let count = 0;

beforeEach(async () => {
  count += 1;
  title = `Rare ${count}`;
  product = await fixture.addProduct(title, 1000);
});

async function buy(units: number): Promise<string> {
  const { token } = await fixture.shop.newAccount();
  const items = [{ productId: product, count: units }];
  const { status, body } = await fixture.pay(items, 10 * units, 'EUR', token);
  expect(status).toBe(200);
  await fixture.shop.untilCalm();
  return body.clientSecret;
}

/** The subjects of the emails about this product to the admin. */
async function notices(): Promise<string[]> {
  const { email } = await fixture.shop.admin();
  const mails = await mailsTo(fixture.shop.mailbox.url, email);
  return mails.map(({ subject }) => subject).filter((subject) => subject.includes(title));
}

async function restock(stock: number): Promise<void> {
  const stockWas = await fixture.stockOf(product);
  const { status } = await fixture.asAdmin('PUT', '/admin/product', { id: product, stock, stockWas });
  expect(status).toBe(200);
}

describe('low stock', () => {
  test('is emailed to the admins once, until the product is restocked', async () => {
    await fixture.setStock(product, 8);
    await buy(2);
    expect(await notices()).toEqual([]);
    await buy(1);
    await buy(1);
    expect(await notices()).toEqual([`Low stock: ${title}`]);
    await restock(7);
    await buy(1);
    expect(await notices()).toHaveLength(1);
    await buy(1);
    expect(await notices()).toHaveLength(2);
  });

  test('is emailed to those who may edit products, and to no others', async () => {
    const { shop } = fixture;
    const [catalogue, orders] = [await shop.staff('catalogue'), await shop.staff('orders')];
    await fixture.setStock(product, 6);
    await buy(1);
    const received = async ({ email }: LoggedIn) => (await mailsTo(shop.mailbox.url, email, /^Low stock/)).length;
    expect([await received(catalogue), await received(orders)]).toEqual([1, 0]);
  });

  test('is not emailed again when units come back from a canceled order', async () => {
    await fixture.setStock(product, 6);
    const secret = await buy(2);
    await fixture.shop.provider.paymentIntents.cancel(secret.replace(/_secret_.*/, ''));
    await fixture.shop.untilCalm();
    await buy(1);
    expect(await notices()).toHaveLength(1);
  });

  test('of products that are not counted is nothing to tell', async () => {
    await buy(1);
    expect(await notices()).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';

const fixture = await PaymentsFixture.use();
const laptops = (count: number) => [{ productId: fixture.laptop, count }];
let codes = 0;

/** Adds a discount with a code of its own. */
async function addDiscount(values: object): Promise<{ code: string; usesNow: () => Promise<number> }> {
  codes += 1;
  const code = `Code${codes}`;
  const { status } = await fixture.asAdmin('POST', '/admin/discount', { code, ...values });
  expect(status).toBe(200);
  const usesNow = async () => {
    const { body } = await fixture.asAdmin('GET', '/admin/discount');
    return body.discounts.find((discount: { code: string }) => discount.code === code).uses;
  };
  return { code, usesNow };
}

const quote = (discountCode: string, body: object = {}, token?: string) =>
  fixture.shop.call('POST', '/payment/quote', {
    ...(token && { token }),
    body: { currency: 'EUR', items: laptops(1), discountCode, ...body },
  });
const refundAsAdmin = (orderId: string, body: object) =>
  fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, { reason: 'Returned', restock: false, ...body });
const reasonOf = async (discountCode: string, body?: object) =>
  (await quote(discountCode, body)).body.fields?.discountCode;

describe('a discount code', () => {
  test.each([
    ['a percentage', { percent: 12.5 }, 'EUR', [100, 12.5, 87.5]],
    ['an amount', { amount: 30 }, 'EUR', [100, 30, 70]],
    ['an amount in another currency', { amount: 30 }, 'USD', [109, 32.7, 76.3]],
  ])('takes %s off', async (_, values, currency, [subtotal, discount, amount]) => {
    const { code } = await addDiscount(values);
    expect((await quote(` ${code.toUpperCase()} `, { currency })).body).toMatchObject({ subtotal, discount, amount });
    const response = await fixture.prepare({ items: laptops(1), currency, amount, discountCode: code.toLowerCase() });
    expect(response.status).toBe(200);
    const [order] = await fixture.orders();
    expect(order).toMatchObject({ amount, currency });
  });

  test('is taken with spaces, hyphens and invisible characters that come with pasting it', async () => {
    const { code, usesNow } = await addDiscount({ percent: 10 });
    const number = code.replace(/\D/g, '');
    for (const typed of [`CODE ${number}`, `co de${number}`, `Code-${number}`, `\u200bCo\u00adde${number}\ufeff`]) {
      expect((await quote(typed)).body).toMatchObject({ discount: 10 });
      const response = await fixture.prepare({ items: laptops(1), amount: 90, discountCode: typed });
      expect(response.status).toBe(200);
    }
    expect(await usesNow()).toBe(1);
  });

  test('is none if it is empty', async () => {
    expect((await quote(' ')).body).toMatchObject({ discount: 0, amount: 100 });
  });

  test('is for the goods of its categories only', async () => {
    const [row] = await fixture.shop
      .em()
      .execute<{ category: string }[]>('select category_id as category from product where id = ?', [fixture.cable]);
    const { code } = await addDiscount({ percent: 50, categoryIds: [row?.category] });
    const both = [...laptops(1), { productId: fixture.cable, count: 2 }];
    expect((await quote(code, { items: both })).body).toMatchObject({ subtotal: 101, discount: 0.5 });
    expect(await reasonOf(code)).toBe("This code doesn't apply to anything in your cart");
    const amount = await addDiscount({ amount: 80, categoryIds: [row?.category] });
    expect((await quote(amount.code, { items: both })).body).toMatchObject({ discount: 1, amount: 100 });
  });

  test('is refused with the reason', async () => {
    const reason = async (values: object, body?: object) => reasonOf((await addDiscount(values)).code, body);
    expect(await reasonOf('nothing')).toBe('This code is not valid');
    expect(await reason({ percent: 5, isActive: false })).toBe('This code is not valid');
    expect(await reason({ percent: 5, startsAt: '2999-01-01T00:00:00Z' })).toBe('This code is not valid yet');
    expect(await reason({ percent: 5, endsAt: '2020-01-01T00:00:00Z' })).toBe('This code has expired');
    expect(await reason({ percent: 5, minimum: 100.01 }, { currency: 'USD' })).toBe(
      'This code requires a minimum order of $109.01',
    );
    expect(await reason({ percent: 5, minimum: 100 })).toBeUndefined();
    expect(await reason({ amount: 100 })).toBe("This code can't be used: it would bring your total to zero");
    expect(await reason({ percent: 100 })).toBe("This code can't be used: it would bring your total to zero");
  });

  test('refuses the payment as it refuses the quote, and stores nothing', async () => {
    const response = await fixture.prepare({ items: laptops(1), amount: 100, discountCode: 'nothing' });
    expect(response).toMatchObject({ status: 422, body: { fields: { discountCode: 'This code is not valid' } } });
    expect(await fixture.orders()).toEqual([]);
  });

  test.each([0, 100])('is refused if nothing is left to pay, with the amount %d', async (amount) => {
    const { code } = await addDiscount({ percent: 100 });
    const response = await fixture.prepare({ items: laptops(1), amount, discountCode: code });
    const reason = "This code can't be used: it would bring your total to zero";
    expect(response).toMatchObject({ status: 422, body: { fields: { discountCode: reason } } });
  });

  test.each([
    ['no code', {}, 422],
    ['no items', { items: undefined, discountCode: 'Some' }, 422],
    ['a code that leaves something to pay', { discountCode: 'Tenth' }, 409],
  ])('an amount of 0 is refused with %s', async (_, body, status) => {
    await fixture.asAdmin('POST', '/admin/discount', { code: 'TENTH', percent: 10 });
    const response = await fixture.prepare({ items: laptops(1), amount: 0, ...body });
    expect(response.status).toBe(status);
    if (status === 409) expect(response.body).toMatchObject({ code: 'priceChanged', amount: 90 });
    else expect(response.body.fields).toEqual({ amount: 'Amount must be more than 0' });
  });

  test('counts an order as a use until the order is canceled', async () => {
    const { code, usesNow } = await addDiscount({ percent: 10, maxUses: 1 });
    const { body } = await fixture.prepare({ items: laptops(1), amount: 90, discountCode: code });
    expect(await usesNow()).toBe(1);
    expect(await reasonOf(code)).toBe('This code has been used up');
    // The shopper's own use counts as available.
    expect((await quote(code, {}, fixture.shopper.token)).status).toBe(200);
    const own = await fixture.prepare({ items: laptops(2), amount: 180, discountCode: code });
    expect(own.status).toBe(200);
    expect(await usesNow()).toBe(1);
    expect(await fixture.stateOf(body.orderId)).toBe('canceled');
    await fixture.pay(laptops(1), 100);
    expect(await usesNow()).toBe(0);
  });

  test('has a limit per shopper', async () => {
    const { code } = await addDiscount({ percent: 10, maxUsesPerShopper: 1 });
    const { body } = await fixture.prepare({ items: laptops(1), amount: 90, discountCode: code });
    await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    const again = await fixture.prepare({ items: laptops(1), amount: 90, discountCode: code });
    expect(again.body.fields).toEqual({ discountCode: "You've used this code the maximum number of times" });
    expect((await quote(code, {}, fixture.shopper.token)).body.fields).toEqual(again.body.fields);
    expect((await quote(code)).status).toBe(200);
    const other = await fixture.shop.newAccount();
    const theirs = await fixture.prepare({ items: laptops(1), amount: 90, discountCode: code }, other.token);
    expect(theirs.status).toBe(200);
  });

  test.each([
    ['which the shopper cancels', () => ['shopper', {}] as const, 0],
    ['which is refunded and restocked', () => ['admin', { restock: true }] as const, 0],
    ['which is refunded in two parts', () => ['admin', { restock: true, lines: laptops(2), amount: 1 }] as const, 0],
    ['which is refunded but not restocked', () => ['admin', { restock: false }] as const, 1],
    ['of which a part is refunded', () => ['admin', { restock: true, lines: laptops(1) }] as const, 1],
  ])('gets its use back with the units of a paid order %s', async (_, act, uses) => {
    const { code, usesNow } = await addDiscount({ percent: 10, maxUses: 1 });
    const { body } = await fixture.prepare({ items: laptops(2), amount: 180, discountCode: code });
    await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    const [by, refund] = act();
    const { token } = fixture.shopper;
    if (by === 'shopper') await fixture.shop.call('POST', `/orders/${body.orderId}/cancel`, { token });
    else await refundAsAdmin(body.orderId, refund);
    if ('amount' in refund) await refundAsAdmin(body.orderId, { amount: 179 });
    expect(await usesNow()).toBe(uses);
    expect(await reasonOf(code)).toBe(uses === 0 ? undefined : 'This code has been used up');
  });

  test('gives its last use to one of ten', async () => {
    const { code, usesNow } = await addDiscount({ percent: 10, maxUses: 1 });
    const shoppers = await Promise.all(Array.from({ length: 10 }, () => fixture.shop.newAccount()));
    const responses = await Promise.all(
      shoppers.map(({ token }) => fixture.prepare({ items: laptops(1), amount: 90, discountCode: code }, token)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)]);
    expect(await usesNow()).toBe(1);
  });
});

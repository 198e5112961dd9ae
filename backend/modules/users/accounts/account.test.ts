import { describe, expect, test } from 'vitest';
import { intentOf, PaymentsFixture } from '../../../../testing/data/payments.ts';
import { PASSWORD } from '../../../../testing/shop/api.ts';

const fixture = await PaymentsFixture.use();

const remove = (password: unknown, token = fixture.shopper.token) =>
  fixture.shop.call('DELETE', '/user', { token, body: { password } });

describe('a user exports their account', () => {
  test('with profile, orders, comments and ratings', async () => {
    const { token, username } = fixture.shopper;
    await fixture.shop.call('PATCH', '/products/single', {
      token,
      body: { productId: fixture.laptop, productRate: 4 },
    });
    await fixture.shop.call('POST', '/comment', { token, body: { productId: fixture.laptop, content: 'Mine' } });
    const { orderId } = await fixture.placePaidOrder();
    const other = await fixture.shop.newAccount();
    await fixture.shop.call('POST', '/comment', {
      token: other.token,
      body: { productId: fixture.laptop, content: 'Other' },
    });
    const { status, headers, body } = await fixture.shop.call('GET', '/user/export', { token });
    expect(status).toBe(200);
    expect(headers.get('Content-Disposition')).toContain('attachment');
    expect(body.secondFactors).toEqual({ appSince: null, passkeys: [], recoveryCodesLeft: 0 });
    expect(body.user).toMatchObject({ username, email: fixture.shopper.email });
    expect(body.orders).toMatchObject([
      { _id: orderId, state: 'paid', history: [{ what: 'ordered' }, { what: 'paid' }] },
    ]);
    expect(body.comments).toMatchObject([{ productId: fixture.laptop, productTitle: 'Laptop', content: 'Mine' }]);
    expect(body.ratings).toEqual([{ productId: fixture.laptop, rate: 4 }]);
    expect(JSON.stringify(body)).not.toContain('$argon2');
  });

  test('only when logged in', async () => {
    expect((await fixture.shop.call('GET', '/user/export')).status).toBe(401);
  });
});

describe('a user deletes their account', () => {
  test('with their password, which cancels open orders and keeps the others', async () => {
    const paid = await fixture.placePaidOrder();
    const open = await fixture.placeOrder();
    expect((await remove(PASSWORD)).status).toBe(200);
    expect((await fixture.shop.call('GET', '/user/getSingleUser', { token: fixture.shopper.token })).status).toBe(401);
    expect([await fixture.stateOf(paid.orderId), await fixture.stateOf(open.orderId)]).toEqual(['paid', 'canceled']);
    const intent = await fixture.shop.provider.paymentIntents.retrieve(intentOf(open.clientSecret));
    expect(intent.status).toBe('canceled');
    const { body } = await fixture.asAdmin('GET', `/admin/order/${paid.orderId}`);
    expect(body.order).toMatchObject({ shopper: null, state: 'paid' });
    const again = { email: fixture.shopper.email, password: PASSWORD };
    expect((await fixture.shop.call('POST', '/user/login', { body: again })).status).toBe(401);
  });

  test.each([
    ['a wrong password', 'correct donkey', 'Password is wrong'],
    ['no password', undefined, 'Password is required'],
  ])('not with %s', async (_, password, message) => {
    const { orderId } = await fixture.placeOrder();
    expect(await remove(password)).toMatchObject({ status: 422, body: { fields: { password: message } } });
    expect(await fixture.stateOf(orderId)).toBe('pending');
  });

  test('not as an admin, and not without a login', async () => {
    const admin = await fixture.shop.admin();
    expect((await remove(PASSWORD, admin.token)).status).toBe(403);
    expect((await fixture.shop.call('DELETE', '/user', { body: { password: PASSWORD } })).status).toBe(401);
  });

  test('not while the provider is down: the account stays', async () => {
    await fixture.placeOrder();
    await fixture.shop.setFaults({ api: { status500Rate: 1 } });
    expect((await remove(PASSWORD)).status).toBe(503);
    await fixture.shop.setFaults({});
    expect((await remove(PASSWORD)).status).toBe(200);
  });
});

import { expect, test } from 'vitest';
import type { ApiResponse } from './api.ts';
import { checked, deliveryProblems } from './described-api.ts';

const quote = {
  status: 'success',
  lines: [],
  subtotal: 1,
  discount: 0,
  shipping: 0,
  amount: 1,
  tax: { rate: 0, amount: 0 },
  taxes: [{ rate: 0, net: 1, amount: 0 }],
  reverseCharge: false,
  vatCheck: null,
  shippingMethods: [],
  shippingMethod: 'pickup',
  texts: [],
};
const cart = { currency: 'EUR', items: [{ productId: crypto.randomUUID(), count: 1 }] };
const failure = { status: 'error', message: 'No', error: 'No', requestId: 'x' };

/** Makes a checked call whose response is given. */
function call(path: string, response: Partial<ApiResponse>, body: unknown = cart) {
  const headers = new Headers({ 'Content-Type': 'application/json; charset=utf-8' });
  return checked(async () => ({ status: 200, headers, body: quote, ...response }))('POST', path, { body });
}

test('a call as described returns its response', async () => {
  expect((await call('/payment/quote', {})).body).toBe(quote);
});

test.each([
  ['a member that is not described', '/payment/quote', { body: { ...quote, margin: 1 } }, 'additional properties'],
  ['a missing member', '/payment/quote', { body: { ...quote, tax: undefined } }, "required property 'tax'"],
  ['a member of another type', '/payment/quote', { body: { ...quote, amount: '1' } }, '/amount must be number'],
  ['a status that is not described', '/payment/quote', { status: 418 }, 'the status 418 is not described'],
  ['an error code of other calls', '/payment/quote', { status: 409, body: { ...failure, code: 'conflict' } }, '/code'],
  ['another type', '/payment/quote', { headers: new Headers({ 'Content-Type': 'text/csv' }) }, 'the type text/csv'],
  ['a call that is not described', '/payment/refunds', {}, 'it is not described, but responds with 200'],
  [
    'a rejected field that is not described',
    '/payment/quote',
    { status: 422, body: { ...failure, code: 'invalid', fields: { coupon: 'No' } } },
    'the rejected field coupon',
  ],
])('%s fails the test', async (_, path, response, problem) => {
  await expect(call(path, response)).rejects.toThrow(problem);
});

test('lengths are counted in UTF-16 code units', async () => {
  const body = { email: 'ana@example.com', username: 'ana', password: '🎧🎧🎧🎧' };
  const response = { body: { status: 'success', message: 'Account created' } };
  expect((await call('/user/register', response, body)).body).toBe(response.body);
});

test('an accepted request that is not as described fails the test', async () => {
  await expect(call('/payment/quote', {}, { ...cart, currency: 'GBP' })).rejects.toThrow('the request/currency');
});

test('a delivery to a webhook is held against the description of its event', async () => {
  const body = { type: 'product.deleted', timestamp: '2026-01-05T12:00:00.000Z', data: { _id: 'x' } };
  expect(await deliveryProblems(body)).toEqual([]);
  expect(await deliveryProblems({ ...body, timestamp: 'today' })).toEqual([expect.stringContaining('date-time')]);
  expect(await deliveryProblems({ ...body, data: { _id: 'x', title: 'Lumen' } })).not.toEqual([]);
  expect(await deliveryProblems({ ...body, type: 'product.lost' })).toEqual(['the delivery has no schema']);
});

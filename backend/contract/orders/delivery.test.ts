import { expect, test } from 'vitest';
import { arrivalText, orderArrival, PICKUP } from './delivery.ts';
import type { Fulfilment, OrderState, OrderStep } from './orders.ts';

const BELGRADE = 'Europe/Belgrade';
const courier = { code: 'courier', minDays: 3, maxDays: 6 };
const pickup = { code: PICKUP, minDays: 0, maxDays: 0 };
/** Intl.DateTimeFormat sets thin spaces around the dash. */
const plain = (text: string | null) => text?.replaceAll('\u2009', ' ');

test('an order arrives so many whole days after its payment', () => {
  const arrival = (method: typeof courier, start: string) => plain(arrivalText(method, start, BELGRADE));
  expect(arrival(courier, '2026-11-26T12:00:00Z')).toBe('Arrives Nov 29 – Dec 2');
  expect(arrival({ ...courier, minDays: 1, maxDays: 3 }, '2026-11-26T12:00:00Z')).toBe('Arrives Nov 27 – 29');
  expect(arrival({ ...courier, minDays: 2, maxDays: 2 }, '2026-11-26T12:00:00Z')).toBe('Arrives Nov 28');
  expect(arrival(pickup, '2026-11-26T12:00:00Z')).toBe('Ready to collect Nov 26');
});

test('the days are those of the shop, also across a change of clocks', () => {
  const start = '2026-10-24T22:30:00Z';
  const nextDay = { ...courier, minDays: 1, maxDays: 1 };
  expect(arrivalText(nextDay, start, BELGRADE)).toBe('Arrives Oct 26');
  expect(arrivalText(nextDay, start, 'UTC')).toBe('Arrives Oct 25');
});

test('the same day is today as long as it lasts', () => {
  const start = '2026-11-26T12:00:00Z';
  const at = (now: string) => arrivalText(pickup, start, BELGRADE, new Date(now));
  expect(at('2026-11-26T22:59:00Z')).toBe('Ready to collect today');
  expect(at('2026-11-26T23:00:00Z')).toBe('Ready to collect Nov 26');
  const sameDay = { ...courier, minDays: 0, maxDays: 0 };
  expect(arrivalText(sameDay, start, BELGRADE, new Date(start))).toBe('Arrives today');
});

test('an order that is late promises no day that is over, but stays ready to collect', () => {
  const paid = { what: 'paid' as OrderStep, date: '2026-11-26T12:00:00Z' };
  const order = { state: 'paid' as OrderState, fulfilment: 'shipped' as Fulfilment, history: [paid] };
  const on = ({ code, ...days }: typeof courier, now: string) =>
    plain(orderArrival({ ...order, ...days, shippingMethod: code }, BELGRADE, new Date(now)));
  expect(on(courier, '2026-12-02T22:59:00Z')).toBe('Arrives Nov 29 – Dec 2');
  expect(on(courier, '2026-12-02T23:00:00Z')).toBeUndefined();
  expect(on(pickup, '2026-12-02T23:00:00Z')).toBe('Ready to collect Nov 26');
});

test('only a paid order that is on its way has an arrival, counted from its payment', () => {
  const order = {
    ...{
      state: 'paid' as OrderState,
      fulfilment: 'open' as Fulfilment,
      shippingMethod: 'courier',
      minDays: 1,
      maxDays: 2,
    },
    history: [
      { what: 'ordered' as OrderStep, date: '2026-11-20T12:00:00Z' },
      { what: 'paid' as OrderStep, date: '2026-11-26T12:00:00Z' },
    ],
  };
  expect(plain(orderArrival(order, BELGRADE))).toBe('Arrives Nov 27 – 28');
  expect(plain(orderArrival({ ...order, fulfilment: 'shipped' }, BELGRADE))).toBe('Arrives Nov 27 – 28');
  expect(orderArrival({ ...order, fulfilment: 'delivered' }, BELGRADE)).toBeNull();
  expect(orderArrival({ ...order, state: 'pending', history: order.history.slice(0, 1) }, BELGRADE)).toBeNull();
  expect(orderArrival({ ...order, state: 'refunded' }, BELGRADE)).toBeNull();
  expect(orderArrival({ ...order, minDays: null, maxDays: null }, BELGRADE)).toBeNull();
});

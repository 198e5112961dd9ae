import { expect, test } from 'vitest';
import { PICKUP, type ShippingOfferView } from '#contract/orders/delivery.ts';
import { deliveryText, pickupOffer } from './deliveryTexts.ts';

const post: ShippingOfferView = {
  code: 'post',
  name: 'Post',
  price: 4.9,
  freeFrom: 100,
  minDays: 3,
  maxDays: 5,
  countries: [],
};
const courier = { ...post, code: 'courier', price: 9, freeFrom: null };
const pickup = { ...post, code: PICKUP, name: 'Collect in store', price: 0, freeFrom: null };
const costs = (offers: ShippingOfferView[], goods: number, currency: 'EUR' | 'RSD' = 'EUR') =>
  deliveryText(offers, goods, currency, 'UTC')?.cost;

test('the cheapest delivery counts, and from which value it is free', () => {
  expect(costs([pickup, post, courier], 99.99)).toBe('Delivery from 4.90€, free from 100€');
  expect(costs([courier], 500)).toBe('Delivery from 9€');
  expect(costs([courier, { ...post, countries: ['RS'] }], 10)).toBe(
    'Delivery from 4.90€ to selected countries, free from 100€',
  );
  expect(costs([post], 10, 'RSD')).toBe('Delivery from 573.30дин, free from 11,700дин');
});

test('goods of that value are delivered for free', () => {
  expect(costs([courier, post], 100)).toBe('Free delivery');
  expect(costs([{ ...courier, price: 0 }], 1)).toBe('Free delivery');
});

test('a shop where orders can only be collected promises no delivery', () => {
  expect(deliveryText([pickup], 10, 'EUR', 'UTC')).toBeNull();
  expect(pickupOffer([post, pickup])).toBe(pickup);
  expect(pickupOffer([post])).toBeUndefined();
});

test('the arrival is that of the cheapest delivery', () => {
  const express = { ...courier, minDays: 0, maxDays: 0 };
  expect(deliveryText([post, express], 10, 'EUR', 'UTC')?.arrival).toMatch(/^Arrives \w+ \d+.–.(\w+ )?\d+$/);
  expect(deliveryText([express], 10, 'EUR', 'UTC')?.arrival).toBe('Arrives today');
});

import { expect, test } from 'vitest';
import { stepsBetween } from './order.states.ts';

test('a pending or failed order can be paid', () => {
  expect(stepsBetween('pending', 'paid')).toEqual(['paid']);
  expect(stepsBetween('failed', 'paid')).toEqual(['paid']);
});

test('a refund that arrives before its payment passes through paid', () => {
  expect(stepsBetween('pending', 'refunded')).toEqual(['paid', 'refunded']);
});

test('a declined order can be canceled or paid, but never reopened', () => {
  expect(stepsBetween('failed', 'canceled')).toEqual(['canceled']);
  expect(stepsBetween('failed', 'pending')).toEqual([]);
});

test('a refunded order can only become paid again', () => {
  expect(stepsBetween('refunded', 'paid')).toEqual(['paid']);
  for (const state of ['pending', 'failed', 'canceled', 'refunded'] as const) {
    expect(stepsBetween('refunded', state)).toEqual([]);
  }
  expect(stepsBetween('paid', 'canceled')).toEqual([]);
});

test('a stale update changes nothing', () => {
  expect(stepsBetween('paid', 'failed')).toEqual([]);
  expect(stepsBetween('paid', 'pending')).toEqual([]);
  expect(stepsBetween('paid', 'paid')).toEqual([]);
  expect(stepsBetween('canceled', 'paid')).toEqual([]);
});

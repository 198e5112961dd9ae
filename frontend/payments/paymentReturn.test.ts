import { expect, test } from 'vitest';
import { outcomeOf, readPaymentReturn } from './paymentReturn.ts';

test.each([
  ['', null],
  ['payment_intent=pi_1', null],
  ['redirect_status=succeeded&payment_intent=pi_1', { claimed: 'succeeded', paymentId: 'pi_1' }],
  ['redirect_status=failed&payment_intent=pi_1', { claimed: 'failed', paymentId: 'pi_1' }],
  ['redirect_status=processing', { claimed: 'processing', paymentId: '' }],
  ['redirect_status=', { claimed: 'unknown', paymentId: '' }],
  ['redirect_status=constructor', { claimed: 'unknown', paymentId: '' }],
])('parses "%s" as %j', (search, parsed) => {
  expect(readPaymentReturn(search)).toEqual(parsed);
});

test('the state of the order overrides the URL', () => {
  expect(outcomeOf('failed', 'paid')).toBe('succeeded');
  expect(outcomeOf('succeeded', 'failed')).toBe('failed');
  expect(outcomeOf('succeeded', 'refunded')).toBe('refunded');
  expect(outcomeOf('processing', 'pending')).toBe('processing');
});

test('a URL alone does not prove a payment', () => {
  expect(outcomeOf('succeeded', undefined)).toBe('unknown');
  expect(outcomeOf('succeeded', 'pending')).toBe('unknown');
});

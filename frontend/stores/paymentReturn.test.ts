import { expect, test } from 'vitest';
import { outcomeOf, readPaymentReturn } from './paymentReturn.ts';

test.each([
  ['', null],
  ['payment_intent=pi_1', null],
  ['redirect_status=succeeded&payment_intent=pi_1', { claimed: 'succeeded', paymentIntent: 'pi_1' }],
  ['redirect_status=failed&payment_intent=pi_1', { claimed: 'failed', paymentIntent: 'pi_1' }],
  ['redirect_status=processing', { claimed: 'processing', paymentIntent: '' }],
  ['redirect_status=', { claimed: 'unknown', paymentIntent: '' }],
  ['redirect_status=constructor', { claimed: 'unknown', paymentIntent: '' }],
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

import { expect, test } from 'vitest';
import { outcomeOf, readPaymentReturn } from './paymentReturn.ts';

test.each([
  ['', null],
  ['payment_intent=pi_1', null],
  ['redirect_status=succeeded&payment_intent=pi_1', { outcome: 'succeeded', paymentIntent: 'pi_1' }],
  ['redirect_status=failed&payment_intent=pi_1', { outcome: 'failed', paymentIntent: 'pi_1' }],
  ['redirect_status=processing', { outcome: 'processing', paymentIntent: '' }],
  ['redirect_status=', { outcome: 'unknown', paymentIntent: '' }],
  ['redirect_status=constructor', { outcome: 'unknown', paymentIntent: '' }],
])('the address "%s" tells %j', (search, told) => {
  expect(readPaymentReturn(search)).toEqual(told);
});

test('what the shop knows of the order outweighs the address', () => {
  expect(outcomeOf('failed', 'paid')).toBe('succeeded');
  expect(outcomeOf('succeeded', 'failed')).toBe('failed');
  expect(outcomeOf('processing', 'pending')).toBe('processing');
  expect(outcomeOf('succeeded', undefined)).toBe('succeeded');
});

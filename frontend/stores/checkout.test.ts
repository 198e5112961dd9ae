import { expect, test } from 'vitest';
import { checkout, proceedToPayment, returnToCart } from './checkout.ts';

test('the checkout moves between steps 1 and 2, and never beyond', () => {
  returnToCart();
  expect(checkout.step).toBe(1);
  proceedToPayment();
  proceedToPayment();
  expect(checkout.step).toBe(2);
  returnToCart();
  returnToCart();
  expect(checkout.step).toBe(1);
});

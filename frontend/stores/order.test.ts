import { expect, test } from 'vitest';
import { back, next, order } from './order.ts';

test('the order goes from step 1 to 2 and back, and never beyond', () => {
  back();
  expect(order.step).toBe(1);
  next();
  next();
  expect(order.step).toBe(2);
  back();
  back();
  expect(order.step).toBe(1);
});

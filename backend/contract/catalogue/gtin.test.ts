import { expect, test } from 'vitest';
import { isGtin } from './gtin.ts';

test.each(['40170725', '036000291452', '4006381333931', '10614141000415', '00000000'])('%s is a GTIN', (text) => {
  expect(isGtin(text)).toBe(true);
});

test.each([
  '',
  '40170726',
  '4006381333932',
  '4006381339331',
  '400638133393',
  '400638133393 1',
  '４００６３８１３３３９３１',
  '123456789',
  '106141410004150',
])('%j is none', (text) => {
  expect(isGtin(text)).toBe(false);
});

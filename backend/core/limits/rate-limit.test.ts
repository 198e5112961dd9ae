import { expect, test } from 'vitest';
import { rateLimitKey } from './rate-limit.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:52114', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:ffff::2', '2001:db8:0:0::/64'],
  ['[2001:db8::3]:443', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::5', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
])('counts %s as %s', (address, key) => {
  expect(rateLimitKey(address)).toBe(key);
});

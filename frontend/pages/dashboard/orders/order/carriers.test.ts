import { expect, it } from 'vitest';
import { trackingLink } from './carriers.ts';

it.each([
  ['DHL', 'JD00 46', 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD0046'],
  [' ups ', '1Z&9', 'https://www.ups.com/track?tracknum=1Z%269'],
  ['DHL', ' ', ''],
  ['City Post', '123', ''],
])('a parcel of %s with the number "%s" has the link "%s"', (carrier, number, link) => {
  expect(trackingLink(carrier, number)).toBe(link);
});

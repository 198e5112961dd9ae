/** The tracking pages of carriers, which end with a parcel's number. */
const trackingPages: Record<string, string> = {
  DHL: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=',
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  GLS: 'https://gls-group.eu/EU/en/parcel-tracking?match=',
  DPD: 'https://tracking.dpd.de/status/en_US/parcel/',
  'Austrian Post': 'https://www.post.at/s/sendungsdetails?snr=',
  'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
};

export const carriers = Object.keys(trackingPages);

/** Where a parcel can be followed; '' without a number, or if the carrier is not known. */
export function trackingLink(carrier: string, trackingNumber: string): string {
  const name = carrier.trim().toLowerCase();
  const known = carriers.find((each) => each.toLowerCase() === name);
  const number = trackingNumber.replaceAll(' ', '');
  return known && number ? trackingPages[known] + encodeURIComponent(number) : '';
}

import { arrivalText, PICKUP, type ShippingOfferView } from '#contract/orders/delivery.ts';
import { type CurrencyCode, formatPrice, fromEuro } from '#contract/values/money.ts';
import { m } from '#messages';

type DeliveryText = {
  /** "Delivery from 4.90€, free from 100€". */
  cost: string;
  /** "Arrives Nov 29 – Dec 2". */
  arrival: string;
};

/**
 * What the cheapest delivery of goods costs, and when it arrives if they are ordered now. Null if nothing is delivered.
 * @param goods their value in EUR
 */
export function deliveryText(
  offers: readonly ShippingOfferView[],
  goods: number,
  currency: CurrencyCode,
  timeZone: string,
): DeliveryText | null {
  const priceOf = ({ price, freeFrom }: ShippingOfferView) => (freeFrom !== null && goods >= freeFrom ? 0 : price);
  const [cheapest] = offers
    .filter(({ code }) => code !== PICKUP)
    .toSorted((one, other) => priceOf(one) - priceOf(other));
  if (cheapest === undefined) return null;
  const { freeFrom, countries } = cheapest;
  const price = priceOf(cheapest);
  const place = countries.length > 0 ? 'some' : 'all';
  const now = new Date();
  const arrival = arrivalText(cheapest, now, timeZone, now);
  if (price === 0) return { cost: m.product.deliveryFree({ place }), arrival };
  const from = { place, price: priceText(price, currency) };
  const limit = freeFrom === null ? null : priceText(freeFrom, currency);
  const cost = limit === null ? m.product.deliveryFrom(from) : m.product.deliveryFromFreeFrom({ ...from, limit });
  return { cost, arrival };
}

/** How orders can be collected; undefined if they can't. */
export function pickupOffer(offers: readonly ShippingOfferView[]): ShippingOfferView | undefined {
  return offers.find(({ code }) => code === PICKUP);
}

/** Without decimals if it has none. */
function priceText(price: number, currency: CurrencyCode): string {
  return formatPrice(price, currency, Number.isInteger(fromEuro(price, currency)) ? 0 : 2);
}

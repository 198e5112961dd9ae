import { PICKUP } from '#contract/orders/delivery.ts';
import type { MethodRefused, OfferedMethodView } from '#contract/orders/payments.ts';
import { shippingPrice } from '#contract/orders/pricing.ts';
import { type CurrencyCode, convertCents, toMajorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { AppError } from '../../../core/errors.ts';
import type { ShippingMethodRow } from '../../delivery/delivery.queries.ts';

/** How and where an order goes. */
export type Destination = {
  currency: CurrencyCode;
  /** The code of a shipping method; null is the cheapest one that delivers, and pickup if there is none. */
  shippingMethod: string | null;
  /** The territory, if any, and the country: see placesOf. Empty while they are unknown, and for pickup. */
  places: readonly string[];
  /** The field of the request with the country. */
  countryField: 'country' | 'delivery.country';
};

/** A shipping method for a cart, with its price in EUR cents. */
export type OfferedMethod = ShippingMethodRow & { chargedCents: number };

/** The methods that serve a place: those for its territory replace those for its country. */
function serving(active: readonly ShippingMethodRow[], places: readonly string[]): ShippingMethodRow[] {
  const place = places.find((each) => active.some(({ countries }) => countries.includes(each)));
  return active.filter(({ countries }) => countries.length === 0 || (place !== undefined && countries.includes(place)));
}

/** Whether an order goes to an address, and is not collected. */
export function isDelivered(
  { shippingMethod, places }: Pick<Destination, 'shippingMethod' | 'places'>,
  active: readonly ShippingMethodRow[],
): boolean {
  if (shippingMethod !== null) return shippingMethod !== PICKUP;
  return serving(active, places).some(({ code }) => code !== PICKUP);
}

/**
 * The chosen method, and all that serve the place: the cheapest first, pickup last. `goodsCents` is the value of the cart before discount.
 * @throws AppError invalid, with the methods to choose from
 */
export function chooseMethod(
  { shippingMethod, places, countryField, currency }: Destination,
  active: readonly ShippingMethodRow[],
  goodsCents: number,
): { methods: OfferedMethod[]; method: OfferedMethod } {
  const methods = serving(active, places)
    .map((method) => ({ ...method, chargedCents: shippingPrice(method, goodsCents) }))
    .sort(
      (one, other) =>
        Number(one.code === PICKUP) - Number(other.code === PICKUP) || one.chargedCents - other.chargedCents,
    );
  const method = shippingMethod === null ? methods[0] : methods.find(({ code }) => code === shippingMethod);
  if (method !== undefined) return { methods, method };
  const elsewhere = active.find(({ code }) => code === shippingMethod);
  const [field, message] =
    elsewhere === undefined
      ? ['shippingMethod', m.delivery.methodUnavailable()]
      : [
          countryField,
          places.length === 0 ? m.payments.countryRequired() : m.delivery.notToCountry({ method: elsewhere.name }),
        ];
  throw new AppError('invalid', message, {
    fields: { [field]: message },
    body: { shippingMethods: methods.map((each) => presentOffered(each, currency)) } satisfies MethodRefused,
  });
}

/** A shipping method with its price for a cart, as the API shows it. */
export function presentOffered(
  { code, name, chargedCents, freeFromCents, minDays, maxDays }: OfferedMethod,
  currency: CurrencyCode,
): OfferedMethodView {
  const money = (cents: number) => toMajorUnits(convertCents(cents, currency));
  const freeFrom = freeFromCents === null ? null : money(freeFromCents);
  return { code, name, price: money(chargedCents), freeFrom, minDays, maxDays };
}

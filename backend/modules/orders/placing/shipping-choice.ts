import { type CurrencyCode, convertCents, toMajorUnits } from '#contract/money.ts';
import { COUNTRY_REQUIRED } from '#contract/payments.input.ts';
import type { MethodRefused, OfferedMethodView } from '#contract/payments.ts';
import { shippingPrice } from '#contract/pricing.ts';
import { AppError } from '../../../core/errors.ts';
import type { ShippingMethodRow } from '../../delivery/delivery.queries.ts';

const METHOD_UNAVAILABLE = 'This shipping method is not available';

/** How and where an order goes. */
export type Destination = {
  currency: CurrencyCode;
  /** The code of a shipping method. */
  shippingMethod: string;
  /** Null while it is unknown, and for pickup. */
  country: string | null;
  /** The field of the request with the country. */
  countryField: 'country' | 'delivery.country';
};

/** A shipping method for a cart, with its price in EUR cents. */
export type OfferedMethod = ShippingMethodRow & { chargedCents: number };

/**
 * The chosen method, and all that serve the country. `goodsCents` is the value of the cart before discount.
 * @throws AppError invalid, with the methods to choose from
 */
export function chooseMethod(
  { shippingMethod, country, countryField, currency }: Destination,
  active: readonly ShippingMethodRow[],
  goodsCents: number,
): { methods: OfferedMethod[]; method: OfferedMethod } {
  const methods = active
    .filter(({ countries }) => countries.length === 0 || (country !== null && countries.includes(country)))
    .map((method) => ({ ...method, chargedCents: shippingPrice(method, goodsCents) }));
  const method = methods.find(({ code }) => code === shippingMethod);
  if (method !== undefined) return { methods, method };
  const elsewhere = active.find(({ code }) => code === shippingMethod);
  const [field, message] =
    elsewhere === undefined
      ? ['shippingMethod', METHOD_UNAVAILABLE]
      : [countryField, country === null ? COUNTRY_REQUIRED : `${elsewhere.name} doesn't deliver to this country`];
  throw new AppError('invalid', message, {
    fields: { [field]: message },
    body: { shippingMethods: methods.map((each) => presentOffered(each, currency)) } satisfies MethodRefused,
  });
}

/** A shipping method with its price for a cart, as the API shows it. */
export function presentOffered(
  { code, name, chargedCents, minDays, maxDays }: OfferedMethod,
  currency: CurrencyCode,
): OfferedMethodView {
  return { code, name, price: toMajorUnits(convertCents(chargedCents, currency)), minDays, maxDays };
}

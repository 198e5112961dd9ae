import { PICKUP } from '#contract/orders/delivery.ts';
import type { DeliveryView } from '#contract/orders/orders.ts';
import { type DeliveryInput, deliveryProblems } from '#contract/orders/payments.input.ts';
import { type BillingView, isReverseCharge, type VatCheckRecord } from '#contract/orders/vat.ts';
import { statePart } from '#contract/values/address-forms.ts';
import type { CurrencyCode } from '#contract/values/money.ts';
import { placesOf } from '#contract/values/territories.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { invalid } from '../../../core/errors.ts';
import { findOffers, lockOffers } from '../../catalogue/catalogue.queries.ts';
import { listActiveMethods, type ShippingMethodRow, taxRatesOf } from '../../delivery/delivery.queries.ts';
import { findDiscount, lockDiscounts } from '../../discounts/discounts.queries.ts';
import { findOwnOpen, type OwnOrder } from '../money/unsettled.queries.ts';
import { countUses } from '../orders.queries.ts';
import { type Cart, countUnits, type PricedCart, priceOrder } from './priced-cart.ts';
import { isDelivered } from './shipping-choice.ts';

export type CartRequest = {
  items: readonly { productId: string; count: number }[];
  currency: CurrencyCode;
  /** The code of a shipping method; null is the cheapest one that delivers, and pickup if there is none. */
  shippingMethod: string | null;
  /** '' without one. */
  discountCode: string;
  /** Without one, whom the delivery is for, without a VAT id. */
  buyer?: Buyer;
} & Place;

/** Who buys, and what decides who owes the VAT. */
export type Buyer = {
  /** Null for the delivery's address. */
  billing: BillingView | null;
  /** Null without a VAT id. */
  vatCheck: VatCheckRecord | null;
  /** ISO 3166-1 alpha-2; '' if it is unknown. */
  shopCountry: string;
};

/** Where it goes: for a quote the country and post code, if known, and for an order the address, which has to be complete. */
type Place = { country: string | null; postCode: string } | { delivery: DeliveryInput | null };

export type DeliverableCart = PricedCart & {
  /** Null for pickup and for a quote. */
  delivery: DeliveryView | null;
} & Pick<Buyer, 'billing' | 'vatCheck'>;

/**
 * Prices a cart and checks that it can be bought. A quote counts what the shopper's own open orders hold as available. An
 * order passes those that it may replace, which it has locked: all else that it depends on is then locked too.
 * @throws AppError productsMissing, soldOut, invalid
 */
export async function priceCart(
  em: EntityManager,
  request: CartRequest,
  userId: string | null,
  locked?: readonly OwnOrder[],
): Promise<DeliverableCart> {
  const { items, currency, shippingMethod, discountCode } = request;
  const units = countUnits(items);
  // One after the other: a request has a single connection.
  const methods = await listActiveMethods(em);
  const { delivery, ...destination } = placeOf(request, methods);
  const cart: Cart = { units, currency, shippingMethod, discountCode, ...destination };
  const replaced = locked ?? (userId === null ? [] : await findOwnOpen(em, userId));
  const { discount, offers } = locked
    ? await lockWhatItTakes(em, cart, locked)
    : { discount: await findDiscount(em, discountCode), offers: await findOffers(em, [...units.keys()]) };
  const places = isDelivered(cart, methods) ? cart.places : [];
  const taxRates = await taxRatesOf(em, places);
  const usesOfShopper = userId === null || !discount ? 0 : await countUses(em, userId, discount.id);
  const { billing, vatCheck, shopCountry } = request.buyer ?? { billing: null, vatCheck: null, shopCountry: '' };
  const supply = { vatId: billing?.vatId ?? '', vatCheck: vatCheck?.result ?? null, shopCountry, places };
  const reverseCharge = isReverseCharge(supply);
  const terms = { offers, methods, taxRates, reverseCharge, discount, usesOfShopper, replaced };
  return { ...priceOrder(cart, terms), delivery, billing, vatCheck };
}

/** Discounts are locked before products, those of the replaced orders too. */
async function lockWhatItTakes(em: EntityManager, { units, discountCode }: Cart, replaced: readonly OwnOrder[]) {
  const discountIds = replaced.flatMap(({ discountId }) => discountId ?? []);
  const discount = await lockDiscounts(em, discountCode, discountIds);
  const held = replaced.flatMap(({ lines }) => lines.map(({ productId }) => productId));
  return { discount, offers: await lockOffers(em, [...new Set([...units.keys(), ...held])]) };
}

/** @throws AppError invalid if an address is needed and not complete */
function placeOf(request: CartRequest, methods: readonly ShippingMethodRow[]) {
  if ('country' in request) {
    const places = placesOf(request.country, request.postCode);
    return { places, countryField: 'country' as const, delivery: null };
  }
  const hasDelivery = methods.some(({ code }) => code === request.shippingMethod && code !== PICKUP);
  const delivery = hasDelivery ? requireDelivery(request.delivery) : null;
  const places = delivery === null ? [] : placesOf(delivery.country, delivery.postCode);
  return { places, countryField: 'delivery.country' as const, delivery };
}

/** The address of an order that is delivered. @throws AppError invalid if it is incomplete */
function requireDelivery(given: DeliveryInput | null): DeliveryView {
  const { name = '', address = '', city = '', postCode = '', state, country = '', phoneNumber = '' } = given ?? {};
  const delivery = { name, address, city, postCode, ...statePart({ state, country }), country, phoneNumber };
  const problems = Object.entries(deliveryProblems(delivery));
  if (problems.length === 0) return delivery;
  throw invalid(Object.fromEntries(problems.map(([field, message]) => [`delivery.${field}`, message])));
}

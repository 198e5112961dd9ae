import { m } from '#messages';
import type { MethodTranslations } from '../catalogue/translations.ts';
import { daysBetween, formatDaysAfter } from '../values/dates.ts';
import type { OrderDetailView, OrderHistoryView } from './orders.ts';

/** The code of the method by which shoppers collect their orders. It exists from the start and is free. */
export const PICKUP = 'pickup';

export const METHOD_CODE_MAX = 40;
export const METHOD_NAME_MAX = 80;
/** Days from the order to its arrival. */
export const DAYS_MAX = 365;

export type ShippingMethodView = {
  _id: string;
  code: string;
  name: string;
  /** EUR. */
  price: number;
  /** Minimum value of the goods for free shipping, in EUR; null if it is never free. */
  freeFrom: number | null;
  minDays: number;
  maxDays: number;
  /** Where it delivers (ISO 3166-1 alpha-2, or territories); everywhere if empty. */
  countries: string[];
  isActive: boolean;
  translations: MethodTranslations;
};

type Timing = Pick<ShippingMethodView, 'code' | 'minDays' | 'maxDays'>;

/**
 * When an order that is paid at `start` arrives: "Arrives Nov 29 – Dec 2", "Ready to collect Nov 26". Counts whole days of
 * the shop's time zone. With `now`, the same day is "today".
 */
export function arrivalText(
  { code, minDays, maxDays }: Timing,
  start: Date | string,
  timeZone: string,
  now?: Date,
): string {
  const isPickup = code === PICKUP;
  const isToday = maxDays === 0 && now !== undefined && daysBetween(start, now, timeZone) === 0;
  if (isToday) return isPickup ? m.delivery.readyToday() : m.delivery.arrivesToday();
  const days = formatDaysAfter(start, timeZone, { first: minDays, last: maxDays });
  return isPickup ? m.delivery.readyToCollect({ days }) : m.delivery.arrives({ days });
}

type OrderOnItsWay = Pick<OrderDetailView, 'state' | 'fulfilment' | 'shippingMethod' | 'minDays' | 'maxDays'> & {
  history: readonly Pick<OrderHistoryView, 'what' | 'date'>[];
};

/** When a paid order arrives; null if it is not paid or has arrived, if its days are unknown or, by `now`, over. */
export function orderArrival(
  { state, fulfilment, shippingMethod: code, minDays, maxDays, history }: OrderOnItsWay,
  timeZone: string,
  now?: Date,
): string | null {
  const paid = history.find(({ what }) => what === 'paid');
  const isOnItsWay = state === 'paid' && (fulfilment === 'open' || fulfilment === 'shipped');
  if (!isOnItsWay || paid === undefined || minDays === null || maxDays === null) return null;
  const isLate = now !== undefined && code !== PICKUP && daysBetween(paid.date, now, timeZone) > maxDays;
  if (isLate) return null;
  return arrivalText({ code, minDays, maxDays }, paid.date, timeZone, now);
}

/** A way of delivery that shoppers can choose. */
export type ShippingOfferView = Omit<ShippingMethodView, '_id' | 'isActive' | 'translations'>;

/** VAT in percent. Prices include it. */
export type TaxRatesView = {
  /** Where no other rate applies, and for orders collected in the store. */
  shopRate: number;
  /** Of countries (ISO 3166-1 alpha-2) and territories. */
  rates: { country: string; rate: number }[];
};

/** The standard rates, and those of products of the class `reduced`. */
export type TaxView = TaxRatesView & { reduced: TaxRatesView };

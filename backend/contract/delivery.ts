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
  /** The value of the goods, in EUR, from which on shipping is free; null if it never is. */
  freeFrom: number | null;
  minDays: number;
  maxDays: number;
  /** Where it delivers (ISO 3166-1 alpha-2); everywhere if empty. */
  countries: string[];
  isActive: boolean;
};

/** VAT in percent. Prices include it. */
export type TaxView = {
  /** Where no other rate applies, and for orders collected in the store. */
  shopRate: number;
  rates: { country: string; rate: number }[];
};

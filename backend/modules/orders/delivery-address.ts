import { countryCodes } from '#contract/countries.ts';
import type { DeliveryView } from '#contract/orders.ts';
import type { DeliveryInput } from '#contract/payments.input.ts';
import { invalid } from '../../core/errors.ts';

export const COUNTRY_REQUIRED = 'Country is required';

const required = {
  name: 'Name is required',
  address: 'Address is required',
  city: 'City is required',
  postCode: 'Post code is required',
  country: COUNTRY_REQUIRED,
} as const;

/** The address of an order that is delivered. @throws AppError invalid if it is incomplete */
export function requireDelivery(given: DeliveryInput | null): DeliveryView {
  const { name = '', address = '', city = '', postCode = '', country = '', phoneNumber = '' } = given ?? {};
  const delivery = { name, address, city, postCode, country, phoneNumber };
  const fields = Object.entries(required)
    .filter(([field]) => delivery[field as keyof typeof required] === '')
    .map(([field, message]): [string, string] => [`delivery.${field}`, message]);
  if (country !== '' && !countryCodes.includes(country)) {
    fields.push(['delivery.country', 'Country must be a code of two capital letters, such as RS']);
  }
  if (fields.length > 0) throw invalid(Object.fromEntries(fields));
  return delivery;
}

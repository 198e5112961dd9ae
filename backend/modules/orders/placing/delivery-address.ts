import type { DeliveryView } from '#contract/orders.ts';
import { type DeliveryInput, deliveryProblems } from '#contract/payments.input.ts';
import { invalid } from '../../../core/errors.ts';

/** The address of an order that is delivered. @throws AppError invalid if it is incomplete */
export function requireDelivery(given: DeliveryInput | null): DeliveryView {
  const { name = '', address = '', city = '', postCode = '', country = '', phoneNumber = '' } = given ?? {};
  const delivery = { name, address, city, postCode, country, phoneNumber };
  const problems = Object.entries(deliveryProblems(delivery));
  if (problems.length === 0) return delivery;
  throw invalid(Object.fromEntries(problems.map(([field, message]) => [`delivery.${field}`, message])));
}

import type { ShippingMethodView, ShippingOfferView } from '#contract/orders/delivery.ts';
import { toMajorUnits } from '#contract/values/money.ts';
import type { ShippingMethodRow } from './delivery.queries.ts';

export function presentMethod({ id, priceCents, freeFromCents, ...method }: ShippingMethodRow): ShippingMethodView {
  return {
    _id: id,
    ...method,
    price: toMajorUnits(priceCents),
    freeFrom: freeFromCents === null ? null : toMajorUnits(freeFromCents),
  };
}

export function presentOffer(method: ShippingMethodRow): ShippingOfferView {
  const { _id: _, isActive: __, translations: ___, ...offer } = presentMethod(method);
  return offer;
}

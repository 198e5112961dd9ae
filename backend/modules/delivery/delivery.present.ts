import type { ShippingMethodView, TaxView } from '#contract/delivery.ts';
import { toMajorUnits } from '#contract/money.ts';
import type { ShippingMethodRow, taxRates } from './delivery.queries.ts';

export function presentMethod({ id, priceCents, freeFromCents, ...method }: ShippingMethodRow): ShippingMethodView {
  return {
    _id: id,
    ...method,
    price: toMajorUnits(priceCents),
    freeFrom: freeFromCents === null ? null : toMajorUnits(freeFromCents),
  };
}

export function presentTax({ shopRate, rates }: Awaited<ReturnType<typeof taxRates>>): TaxView {
  return {
    shopRate: shopRate / 100,
    rates: [...rates].map(([country, rate]) => ({ country, rate: rate / 100 })),
  };
}

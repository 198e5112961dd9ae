import type { DiscountView } from '#contract/orders/discounts.ts';
import { toMajorUnits } from '#contract/values/money.ts';
import { isoDate } from '../../core/database/iso-date.ts';
import type { DiscountRow } from './discounts.queries.ts';

export function presentDiscount(discount: DiscountRow): DiscountView {
  const { id, code, percentHundredths, amountCents, minimumCents, startsAt, endsAt } = discount;
  const { categoryIds, maxUses, maxUsesPerShopper, isActive, uses } = discount;
  return {
    _id: id,
    code,
    percent: percentHundredths === null ? null : percentHundredths / 100,
    amount: amountCents === null ? null : toMajorUnits(amountCents),
    minimum: minimumCents === null ? null : toMajorUnits(minimumCents),
    startsAt: startsAt && isoDate(startsAt),
    endsAt: endsAt && isoDate(endsAt),
    categoryIds,
    maxUses,
    maxUsesPerShopper,
    isActive,
    uses,
  };
}

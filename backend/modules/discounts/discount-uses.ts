import type { DiscountTerms } from '#contract/orders/pricing.ts';
import { type CurrencyCode, convertCents, formatMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import type { DiscountRow } from './discounts.queries.ts';

/** A cart that a discount is for. */
export type DiscountedCart = {
  currency: CurrencyCode;
  /** EUR cents, before discount. */
  goodsCents: number;
  hasGoods: boolean;
  /** Orders that use it besides this cart's own. */
  otherUses: number;
  /** Those of the same shopper; 0 if the shopper is unknown. */
  otherUsesOfShopper: number;
};

/** Why a discount can't be used for a cart, in a sentence; null if it can. */
export function refusalOf(discount: DiscountRow, cart: DiscountedCart, now = Date.now()): string | null {
  const { isActive, startsAt, endsAt, maxUses, maxUsesPerShopper, minimumCents } = discount;
  if (!isActive) return m.discounts.unknownCode();
  if (startsAt !== null && Date.parse(startsAt) > now) return m.discounts.notYetValid();
  if (endsAt !== null && Date.parse(endsAt) <= now) return m.discounts.expired();
  if (maxUses !== null && cart.otherUses >= maxUses) return m.discounts.usedUp();
  if (maxUsesPerShopper !== null && cart.otherUsesOfShopper >= maxUsesPerShopper) {
    return m.discounts.usedByYou();
  }
  if (!cart.hasGoods) return m.discounts.notForCart();
  if (minimumCents !== null && cart.goodsCents < minimumCents) {
    const minimum = formatMinorUnits(convertCents(minimumCents, cart.currency), cart.currency);
    return m.discounts.minimum({ minimum });
  }
  return null;
}

/** Whether a discount is for a product of a category. */
export function isForCategory({ categoryIds }: DiscountRow, categoryId: string): boolean {
  return categoryIds.length === 0 || categoryIds.includes(categoryId);
}

/** What a discount takes off. */
export function termsOf({ percentHundredths, amountCents }: DiscountRow): DiscountTerms {
  return percentHundredths === null ? { amountCents: amountCents ?? 0 } : { percentHundredths };
}

import { type CurrencyCode, convertCents, formatMinorUnits } from '#contract/money.ts';
import type { DiscountTerms } from '#contract/pricing.ts';
import type { DiscountRow } from './discounts.queries.ts';

export const UNKNOWN_CODE = 'This code is not valid';
export const NOTHING_TO_PAY = 'With this code there is nothing left to pay';

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
  if (!isActive) return UNKNOWN_CODE;
  if (startsAt !== null && Date.parse(startsAt) > now) return 'This code is not valid yet';
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'This code has expired';
  if (maxUses !== null && cart.otherUses >= maxUses) return 'This code has been used up';
  if (maxUsesPerShopper !== null && cart.otherUsesOfShopper >= maxUsesPerShopper) {
    return "You've used this code as often as you can";
  }
  if (!cart.hasGoods) return 'This code is not for anything in your cart';
  if (minimumCents !== null && cart.goodsCents < minimumCents) {
    const minimum = formatMinorUnits(convertCents(minimumCents, cart.currency), cart.currency);
    return `This code needs a cart of at least ${minimum}`;
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

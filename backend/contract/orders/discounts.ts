export const DISCOUNT_CODE_MAX = 40;
export const USES_MAX = 1_000_000;

export type DiscountView = {
  _id: string;
  /** As the admin wrote it; shoppers may write it in any case. */
  code: string;
  /** Percent off; null if the discount is an amount. */
  percent: number | null;
  /** EUR off; null if the discount is a percentage. */
  amount: number | null;
  /** The least value of the goods, in EUR; null without one. */
  minimum: number | null;
  /** ISO 8601, UTC; null if it is valid from the start. */
  startsAt: string | null;
  /** ISO 8601, UTC; null if it doesn't end. */
  endsAt: string | null;
  /** The categories whose goods it is for; all goods if empty. */
  categoryIds: string[];
  /** Null without a limit. */
  maxUses: number | null;
  /** Null without a limit. */
  maxUsesPerShopper: number | null;
  isActive: boolean;
  /** Orders that use it. */
  uses: number;
};

import { m } from '#messages';

type Sale = { price: number; salePrice: number | null; saleFrom: string | null; saleUntil: string | null };

/** Why a product can't be on such a sale, by field. Prices are in EUR, times in ISO 8601 (UTC). */
export function saleProblems({ price, salePrice, saleFrom, saleUntil }: Sale): Record<string, string> {
  const problems: Record<string, string> = {};
  if (salePrice !== null && salePrice >= price) problems.salePrice = m.sales.belowPrice();
  if (saleFrom !== null && saleUntil !== null && saleUntil <= saleFrom) problems.saleUntil = m.sales.endsAfter();
  return problems;
}

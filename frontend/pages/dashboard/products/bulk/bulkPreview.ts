import { type BulkChange, bulkPrice } from '#contract/bulk-edits.ts';
import { type AdminProductView, PRICE_MAX } from '#contract/catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { counted, formatNumber } from '#contract/numbers.ts';
import { nouns } from '../../../../texts/nouns.ts';

export type PreviewedChange = { field: string; before: string; after: string };

export type ProductPreview = {
  _id: string;
  title: string;
  /** Only what differs. */
  changes: PreviewedChange[];
  /** Why its new price is refused. */
  problem: string | null;
};

/** What a bulk edit would change in a product. @param nameOf names a category */
export function previewOf(
  { _id, title, price, categoryId, isPublished, stockCount }: AdminProductView,
  change: BulkChange,
  nameOf: (categoryId: string) => string,
): ProductPreview {
  const newPrice = bulkPrice(price, change);
  const { categoryId: newCategory = categoryId._id, isPublished: published = isPublished, stock = stockCount } = change;
  const changes = [
    { field: 'Price', before: formatPrice(price, 'EUR'), after: formatPrice(newPrice, 'EUR') },
    {
      field: 'Category',
      before: categoryId.categoryName,
      after: newCategory === categoryId._id ? categoryId.categoryName : nameOf(newCategory),
    },
    { field: 'Visibility', before: visibilityName(isPublished), after: visibilityName(published) },
    { field: 'Stock', before: stockName(stockCount), after: stockName(stock) },
  ].filter(({ before, after }) => before !== after);
  return { _id, title, changes, problem: priceProblem(newPrice) };
}

/** Why previewed products can't be saved; null if they can. */
export function refusalOf(previews: readonly ProductPreview[]): string | null {
  const refused = previews.filter(({ problem }) => problem !== null);
  if (refused.length === 0) return null;
  return `${counted(refused.length, nouns.product)} can't be saved: prices must be between 0 and ${formatNumber(PRICE_MAX)}€.`;
}

function priceProblem(price: number): string | null {
  if (price < 0) return 'Price is negative';
  return price > PRICE_MAX ? 'Price is too high' : null;
}

function visibilityName(isPublished: boolean): string {
  return isPublished ? 'Published' : 'Unpublished';
}

function stockName(stock: number | null): string {
  return stock === null ? 'Not counted' : formatNumber(stock);
}

import { type BulkChange, bulkPrice } from '#contract/catalogue/bulk-edits.ts';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { type BulkFieldName, bulkFieldNames, productField } from '#contract/catalogue/product-fields.input.ts';
import { saleProblems } from '#contract/catalogue/sales.ts';
import { formatPrice, PRICE_MAX } from '#contract/values/money.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { shownData } from '../form/shownValue.ts';

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
  product: AdminProductView,
  change: BulkChange,
  nameOf: (categoryId: string) => string,
): ProductPreview {
  const { _id, title, price, categoryId, isPublished, stockCount } = product;
  const newPrice = bulkPrice(price, change);
  const { categoryId: newCategory = categoryId._id, isPublished: published = isPublished, stock = stockCount } = change;
  const changes = [
    { field: m.products.price(), before: formatPrice(price, 'EUR'), after: formatPrice(newPrice, 'EUR') },
    {
      field: m.products.category(),
      before: categoryId.categoryName,
      after: newCategory === categoryId._id ? categoryId.categoryName : nameOf(newCategory),
    },
    { field: m.products.visibility(), before: visibilityName(isPublished), after: visibilityName(published) },
    { field: m.products.stock(), before: stockName(stockCount), after: stockName(stock) },
    ...bulkFieldNames.map((name) => dataChange(product, name, change[name])),
  ].filter(({ before, after }) => before !== after);
  return { _id, title, changes, problem: priceProblem(product, newPrice) };
}

/** Why previewed products can't be saved; null if they can. */
export function refusalOf(previews: readonly ProductPreview[]): string | null {
  const refused = previews.filter(({ problem }) => problem !== null);
  if (refused.length === 0) return null;
  if (refused.every(({ problem }) => problem === m.sales.belowPrice())) {
    return m.sales.cantBeSaved({ count: refused.length });
  }
  return m.products.cantBeSaved({ count: refused.length, max: `${formatNumber(PRICE_MAX)}€` });
}

/** @param after undefined if it stays as it is */
function dataChange(product: AdminProductView, name: BulkFieldName, after: string | null | undefined): PreviewedChange {
  const shown = (value: unknown) => shownData(name, value, [product]);
  const before = product[name];
  return {
    field: productField(name).label(),
    before: shown(before),
    after: shown(after === undefined ? before : after),
  };
}

function priceProblem(product: AdminProductView, price: number): string | null {
  if (price < 0) return m.products.priceNegative();
  if (price > PRICE_MAX) return m.products.priceTooHigh();
  return saleProblems({ ...product, price }).salePrice ?? null;
}

function visibilityName(isPublished: boolean): string {
  return isPublished ? m.products.published() : m.products.unpublished();
}

function stockName(stock: number | null): string {
  return stock === null ? m.products.notCounted() : formatNumber(stock);
}

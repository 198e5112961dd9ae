import { labelOf } from '#contract/catalogue/attribute-text.ts';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { type CurrencyCode, formatPrice } from '#contract/values/money.ts';
import { m } from '#messages';
import { productFacts } from '../../components/product/productFacts.ts';
import { ratingText } from '../../components/product/ratingText.ts';
import { stockText } from '../../components/product/stockText.ts';

export type ComparisonRow = {
  key: string;
  name: string;
  /** One for each product; null where it has no such attribute. */
  texts: (string | null)[];
  /** Whether the products differ in it. */
  differs: boolean;
};

export const PRICE_ROW = 'price';

/** The rows of a comparison: price, rating, stock, category, each attribute, then what else is known. */
export function comparisonRows(products: readonly ProductView[], currency: CurrencyCode): ComparisonRow[] {
  const row = (key: string, name: string, textOf: (product: ProductView) => string | null): ComparisonRow => {
    const texts = products.map(textOf);
    return { key, name, texts, differs: new Set(texts).size > 1 };
  };
  // Of several categories, attributes with the same code share a row.
  const names = new Map(products.flatMap(({ attributes }) => attributes.map(({ code, name }) => [code, name])));
  const facts = new Map(products.map((product) => [product, productFacts(product)]));
  const factNames = new Map([...facts.values()].flat().map(({ key, name }) => [key, name]));
  return [
    row(PRICE_ROW, m.search.price(), ({ price }) => formatPrice(price, currency)),
    row('rating', m.compare.rating(), ratingText),
    row('stock', m.search.availability(), ({ stock }) => stockText(stock ?? { state: 'inStock' })),
    row('category', m.compare.category(), ({ categoryId }) => categoryId.categoryName),
    ...[...names].map(([code, name]) =>
      row(`attribute ${code}`, name, ({ attributes }) => {
        const attribute = attributes.find((known) => known.code === code);
        return attribute ? labelOf(attribute) : null;
      }),
    ),
    ...[...factNames].map(([key, name]) =>
      row(`fact ${key}`, name, (product) => facts.get(product)?.find((fact) => fact.key === key)?.text ?? null),
    ),
  ];
}

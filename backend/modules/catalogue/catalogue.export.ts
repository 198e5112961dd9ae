import { decimalAmount } from '#contract/money.ts';
import type { CsvValue } from '../../core/csv.ts';
import type { EntityManager } from '../../core/database/db.ts';
import type { Lookup } from '../../core/database/lookup.ts';
import {
  type ExportedProduct,
  readAllProducts,
  readAttributeCodes,
  readOptionNames,
} from './catalogue.export.queries.ts';

type Export = {
  /** Those that an import reads, and others. `price` is in EUR. */
  columns: string[];
  rows: AsyncIterable<Record<string, CsvValue>>;
};

/** All products, newest first. An import of the file changes nothing. */
export async function exportProducts(em: EntityManager, commentCounts: Lookup<number>): Promise<Export> {
  const codes = await readAttributeCodes(em);
  const options = (await readOptionNames(em)).map((name) => `option.${name}`);
  const attributes = [...new Set([...codes.values()].flat())].sort().map((code) => `attribute.${code}`);
  const details = ['stock', 'published', 'family', ...options, ...attributes, 'images'];
  const columns = ['title', 'description', 'price', 'category', ...details];
  const empty = Object.fromEntries(details.map((name) => [name, '']));
  return {
    columns: [...columns, 'rating', 'ratings', 'comments', 'added', 'id'],
    rows: exportRows(em, commentCounts, (product) => ({ ...empty, ...detailsOf(product, codes) })),
  };
}

async function* exportRows(
  em: EntityManager,
  commentCounts: Lookup<number>,
  details: (product: ExportedProduct) => Record<string, CsvValue>,
) {
  for await (const products of readAllProducts(em)) {
    const comments = await commentCounts(
      em,
      products.map(({ id }) => id),
    );
    for (const product of products) {
      const { id, title, description, priceCents, categoryName, ratings, rating, createdAt } = product;
      yield {
        ...details(product),
        title,
        description,
        price: decimalAmount(priceCents),
        category: categoryName,
        rating: ratings === 0 ? '' : rating.toFixed(2),
        ratings,
        comments: comments.get(id) ?? 0,
        added: new Date(createdAt),
        id,
      };
    }
  }
}

function detailsOf(
  { categoryId, attributes, stock, isPublished, family, options, images }: ExportedProduct,
  codes: ReadonlyMap<string, readonly string[]>,
): Record<string, CsvValue> {
  const details: Record<string, CsvValue> = { stock, published: String(isPublished), family, images: images.join('|') };
  for (const [name, value] of Object.entries(options)) details[`option.${name}`] = value;
  for (const code of codes.get(categoryId) ?? []) {
    const value = attributes[code];
    if (value !== undefined) details[`attribute.${code}`] = typeof value === 'boolean' ? String(value) : value;
  }
  return details;
}

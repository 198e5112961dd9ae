import { type InferResult, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import {
  type CategoryColumn,
  type CategoryLabel,
  FAMILIES_MAX,
  type FamilySummaryView,
  type ProductAvailability,
  type ProductColumn,
  STOCK_LOW,
} from '#contract/catalogue/catalogue.ts';
import { companyFieldNames, type TranslatedFieldName } from '#contract/catalogue/product-fields.input.ts';
import type { Translations } from '#contract/catalogue/translations.ts';
import type { TableQuery } from '#contract/table.ts';
import { inLanguage } from '#messages/context.ts';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { asInDictionary, isFound } from '../../core/database/names.ts';
import { pageOf, prepared } from '../../core/database/queries.ts';
import { countRows, readPage, readPageAs } from '../../core/database/table.ts';
import { productDetails } from './catalogue.queries.ts';
import { type CatalogueTables, db } from './catalogue.tables.ts';
import { ownPrices } from './prices/prices.queries.ts';
import { adminImagesView } from './products/product-details.queries.ts';

export type AdminProductRow = InferResult<ReturnType<typeof adminProducts>>[number];

/** With the default texts. */
function adminProducts(em: EntityManager) {
  return inLanguage(DEFAULT_LANGUAGE, () => productDetails(em, adminImagesView(em)))
    .select(companyFieldNames.map((name) => `product.${name}` as const))
    .select([
      sql<Translations<TranslatedFieldName>>`product.translations`.as('translations'),
      ...ownPrices,
      'product.version',
      'product.createdAt',
      'product.isPublished',
      'product.taxClass',
      'product.stock as stockCount',
      'picture.imageFailure',
    ]);
}

const adminProductsWithId = prepared((em, productId: string) => adminProducts(em).where('product.id', '=', productId));

export async function findAdminProduct(em: EntityManager, productId: string): Promise<AdminProductRow | undefined> {
  const [product] = await adminProductsWithId(em, productId);
  return product;
}

const availabilities: Record<ProductAvailability, RawBuilder<boolean>> = {
  low: sql<boolean>`product.is_published and product.stock between 1 and ${sql.lit(STOCK_LOW)}`,
  soldOut: sql<boolean>`product.is_published and product.stock = 0`,
  unpublished: sql<boolean>`not product.is_published`,
};

type ProductFilter = {
  categoryId?: string | undefined;
  availability?: ProductAvailability | undefined;
  family?: string | undefined;
};

/** A page of products for the dashboard's table, filtered by category, availability and family; `show` reads them by id. */
export async function listAdminProducts<Shown>(
  em: EntityManager,
  query: TableQuery<ProductColumn>,
  { categoryId, availability, family }: ProductFilter,
  show: (ids: string[]) => Promise<Shown[]>,
): Promise<{ rows: Shown[]; total: number }> {
  let found = db(em).selectFrom('product');
  if (categoryId !== undefined) found = found.where('categoryId', '=', categoryId);
  if (availability !== undefined) found = found.where(availabilities[availability]);
  if (family !== undefined) found = found.where('family', '=', family);
  if (query.search !== '') {
    const categories = db(em).selectFrom('category').select('id').where(isFound('name', query.search));
    const identified = db(em)
      .selectFrom('product')
      .select('id')
      .where(({ or }) => or(['sku', 'gtin', 'mpn'].map((column) => isFound(column, query.search))));
    found = found.where(({ eb, or }) =>
      // Arrays, because joins would keep PostgreSQL from using the text index, and more columns would be compared in each row.
      or([
        isFound('title', query.search),
        eb('id', '=', sql<string>`any(array(${identified}))`),
        eb('categoryId', '=', sql<string>`any(array(${categories}))`),
      ]),
    );
  }
  const listed = db(em).selectFrom(
    found
      .select('id')
      .$if(query.sort !== 'added', (rows) => rows.select(['title', 'categoryId', 'priceCents', 'rating', 'stock']))
      // Collects what a search finds before sorting: reading in order until a page is full is slow for a rare word.
      .$if(query.search !== '', (rows) => rows.offset(0))
      .as('product'),
  );
  return readPageAs(
    query,
    {
      columns: {
        title: asInDictionary(sql.ref('title')),
        price: 'priceCents',
        category: asInDictionary(sql.ref('category.name')),
        rating: 'rating',
        // Units that are not counted don't run out, so they come after all others.
        stock: 'stock',
        // Ids are UUIDv7, so they sort by creation time.
        added: 'product.id',
      },
      ties: ['product.id'],
      ...(query.sort === 'stock' && { tieDirection: query.direction }),
    },
    listed
      .select('product.id')
      .$if(query.sort === 'category', (rows) => rows.innerJoin('category', 'category.id', 'product.categoryId')),
    countRows(em, listed),
    { isSearch: query.search !== '', show: (page) => show(page.map(({ id }) => id)) },
  );
}

/** Products in the order of `ids`; deleted ones are left out. */
export const findAdminProducts = prepared((em, ids: readonly string[]) =>
  adminProducts(em).innerJoin(pageOf(ids), 'page.id', 'product.id').orderBy('page.place'),
);

/** The families of a category by name, at most FAMILIES_MAX. */
export function listFamilies(em: EntityManager, categoryId: string): Promise<FamilySummaryView[]> {
  return db(em)
    .selectFrom('product')
    .select(({ ref, fn }) => [
      ref('family').$notNull().as('name'),
      fn.countAll<number>().as('productCount'),
      sql<string[]>`array(select jsonb_object_keys((array_agg(options))[1]) as option order by option)`.as('options'),
    ])
    .where('categoryId', '=', categoryId)
    .where('family', 'is not', null)
    .groupBy('family')
    .orderBy('family')
    .limit(FAMILIES_MAX)
    .execute();
}

export type CategorySummaryRow = {
  id: string;
  name: string;
  productCount: number;
  translations: Translations<'categoryName'>;
  labels: CategoryLabel[];
  googleCategory: number | null;
};

/** A category with its products, sorted by title. */
export type CategoryRow = CategorySummaryRow & { products: { id: string; title: string; priceCents: number }[] };

/** A page of categories for a table, without their products. */
export function listCategorySummaries(
  em: EntityManager,
  query: TableQuery<CategoryColumn>,
): Promise<{ rows: CategorySummaryRow[]; total: number }> {
  return readCategories(em, query, findCategories(em, query.search));
}

export function findCategorySummary(em: EntityManager, id: string): Promise<CategorySummaryRow | undefined> {
  return findCategories(em, '').where('category.id', '=', id).executeTakeFirst();
}

/** Like listCategorySummaries, with the products of each category. */
export function listCategories(
  em: EntityManager,
  query: TableQuery<CategoryColumn>,
): Promise<{ rows: CategoryRow[]; total: number }> {
  const found = findCategories(em, query.search).select(({ selectFrom }) =>
    selectFrom('product')
      .whereRef('product.categoryId', '=', 'category.id')
      .select(({ fn, ref }) => {
        const product = { id: ref('product.id'), title: ref('product.title'), priceCents: ref('product.priceCents') };
        const sorted = fn
          .jsonAgg(jsonBuildObject(product))
          .orderBy(asInDictionary(ref('product.title')))
          .orderBy('product.id');
        return fn.coalesce(sorted, sql<never[]>`'[]'`).as('products');
      })
      .$asScalar()
      .$notNull()
      .as('products'),
  );
  return readCategories(em, query, found);
}

function findCategories(em: EntityManager, search: string) {
  const found = db(em)
    .selectFrom('category')
    .select(['category.id', 'category.name', 'category.productCount', 'category.translations'])
    .select(['category.labels', 'category.googleCategory'])
    .$narrowType<Pick<CategorySummaryRow, 'translations' | 'labels'>>();
  return search === '' ? found : found.where(isFound('category.name', search));
}

function readCategories<Row>(
  em: EntityManager,
  query: TableQuery<CategoryColumn>,
  found: SelectQueryBuilder<CatalogueTables, 'category', Row>,
) {
  return readPage(
    query,
    {
      columns: { name: asInDictionary(sql.ref('category.name')), products: 'category.productCount' },
      ties: ['category.id'],
    },
    found,
    countRows(em, found.clearSelect()),
  );
}

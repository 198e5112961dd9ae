import { type InferResult, type NotNull, type RawBuilder, sql } from 'kysely';
import { MAX } from 'uuid';
import {
  type FurtherProductData,
  type ListedProductData,
  type ProductImageView,
  STOCK_LOW,
} from '#contract/catalogue/catalogue.ts';
import type { ImageState } from '#contract/catalogue/pictures.ts';
import { listedFieldNames } from '#contract/catalogue/product-fields.input.ts';
import type { LowStockView } from '#contract/orders/statistics.ts';
import { readInBatches } from '../../core/batches.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { asInDictionary, isFound } from '../../core/database/names.ts';
import { anyOf, pageOf, prepared } from '../../core/database/queries.ts';
import { shownText } from '../../core/database/translations.ts';
import { shownPictures } from '../pictures/pictures.queries.ts';
import { db } from './catalogue.tables.ts';
import { chargedPrice, chargedPriceAt, chargedPriceOnceLocked, shownPrices } from './prices/prices.queries.ts';
import {
  attributesView,
  companyViews,
  documentsView,
  energySheetView,
  familyView,
  furtherViews,
  imagesView,
  stockView,
} from './products/product-details.queries.ts';

export type ProductRow = InferResult<ReturnType<typeof publishedProducts>>[number];
export type ProductDetailRow = InferResult<ReturnType<typeof shownDetails>>[number];

/** Products as suggestions and tiles show them, also unpublished ones. */
function productSummaries(em: EntityManager) {
  return db(em)
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.categoryId')
    .leftJoin(shownPictures(em, 'product').as('picture'), (join) =>
      join.onRef('picture.ownerId', '=', 'product.id').on('picture.position', '=', 0),
    )
    .select(['product.id', shownText('product', 'title').as('title')])
    .select(({ fn }) => [
      fn.coalesce('picture.image', sql<string>`''`).as('image'),
      fn.coalesce('picture.imageWidths', sql<number[]>`'{}'`).as('imageWidths'),
    ])
    .select(['category.id as categoryId', shownText('category', 'name', 'categoryName').as('categoryName')])
    .select(['category.slug as categorySlug', energySheetView().as('energySheetId')])
    .select(listedFieldNames.map((name) => `product.${name}` as const))
    .$narrowType<ListedProductData>();
}

/** Products as views show them, also unpublished ones. */
function products<Image extends ProductImageView>(em: EntityManager, images: RawBuilder<Image[]>) {
  return productSummaries(em)
    .select(({ fn }) => fn.coalesce('picture.imageState', sql<ImageState>`'none'`).as('imageState'))
    .select([shownText('product', 'description').as('description'), 'product.allRatings', 'product.rating'])
    .select([attributesView.as('attributes'), images.as('images'), stockView.as('stock'), familyView.as('family')]);
}

/** Products as shoppers see them, also unpublished ones. */
function shownProducts(em: EntityManager) {
  return products(em, imagesView(em)).select(shownPrices);
}

/** Products with what only their own pages show, also unpublished ones. */
export function productDetails<Image extends ProductImageView>(em: EntityManager, images: RawBuilder<Image[]>) {
  return products(em, images)
    .select(documentsView.as('documents'))
    .select(furtherViews())
    .select(companyViews)
    .$narrowType<FurtherProductData>();
}

function shownDetails(em: EntityManager) {
  return productDetails(em, imagesView(em)).select(shownPrices);
}

/** Products that shoppers see. */
function publishedProducts(em: EntityManager) {
  return shownProducts(em).where('product.isPublished', '=', true);
}

const productsWithId = prepared((em, productId: string) =>
  shownDetails(em).where('product.isPublished', '=', true).where('product.id', '=', productId),
);

/** A published product. */
export async function findProduct(em: EntityManager, productId: string): Promise<ProductDetailRow | undefined> {
  const [product] = await productsWithId(em, productId);
  return product;
}

const anyProductsWithId = prepared((em, productId: string) => shownDetails(em).where('product.id', '=', productId));

/** A product, also an unpublished one. */
export async function findAnyProduct(em: EntityManager, productId: string): Promise<ProductDetailRow | undefined> {
  const [product] = await anyProductsWithId(em, productId);
  return product;
}

/** The main pictures of products, also of unpublished ones. */
export const findMainPictures = prepared((em, productIds: readonly string[]) =>
  productSummaries(em).innerJoin(pageOf(productIds), 'page.id', 'product.id'),
);

/** Published products in the order of `productIds`; others are left out. */
export const findProducts = prepared((em, productIds: readonly string[]) =>
  publishedProducts(em).innerJoin(pageOf(productIds), 'page.id', 'product.id').orderBy('page.place'),
);

/** Like findProducts, but summaries only: galleries and family options take most of the time. */
export const findProductSummaries = prepared((em, productIds: readonly string[]) =>
  productSummaries(em)
    .select(shownPrices)
    .where('product.isPublished', '=', true)
    .innerJoin(pageOf(productIds), 'page.id', 'product.id')
    .orderBy('page.place'),
);

/** The first id of each slice of `size` published products, oldest first. */
export async function listSliceStarts(em: EntityManager, size: number): Promise<string[]> {
  const numbered = db(em)
    .selectFrom('product')
    .select(['id', sql<number>`row_number() over (order by id)`.as('number')])
    .where('isPublished', '=', true);
  const rows = await db(em)
    .selectFrom(numbered.as('numbered'))
    .select('id')
    .where(sql<boolean>`(number - 1) % ${size} = 0`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids of at most `limit` published products, oldest first: those from `from`, but before `before`. */
export async function listProductIds(
  em: EntityManager,
  { from, before, limit }: { from: string; before: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('product')
    .select('id')
    .where('isPublished', '=', true)
    .where('id', '>=', from)
    .where('id', '<', before ?? MAX)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Current titles and the prices charged at a time (EUR cents), unordered; deleted and unpublished products are left out. */
export function findPrices(em: EntityManager, productIds: readonly string[], time?: Date) {
  return db(em)
    .selectFrom('product')
    .select(['id', 'title', (time ? chargedPriceAt(time) : chargedPrice).as('priceCents')])
    .where('id', '=', anyOf(productIds))
    .where('isPublished', '=', true)
    .execute();
}

/** Subquery: the published products whose units are counted. */
export function countedStock(em: EntityManager) {
  return db(em)
    .selectFrom('product')
    .select(['id', 'title', 'stock'])
    .where('isPublished', '=', true)
    .where('stock', 'is not', null)
    .$narrowType<{ stock: NotNull }>();
}

/** Published products with few units or none, those with the fewest first. */
export async function findLowStock(em: EntityManager, limit: number): Promise<LowStockView> {
  const rows = await db(em)
    .selectFrom(countedStock(em).as('product'))
    .select(['id as productId', 'title', 'stock as left'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .select(sql<number>`count(*) filter (where stock = 0) over ()`.as('soldOut'))
    .where('stock', '<=', STOCK_LOW)
    .orderBy('stock')
    .orderBy(asInDictionary(sql.ref('title')))
    .limit(limit)
    .execute();
  const { total, soldOut } = rows[0] ?? { total: 0, soldOut: 0 };
  return {
    products: rows.map(({ productId, title, left }) => ({ productId, title, left })),
    soldOut,
    low: total - soldOut,
  };
}

/** Subquery: every product's title and whether it is published, to join by `id`. */
export function productTitles(em: EntityManager) {
  return db(em).selectFrom('product').select(['id', 'title', 'isPublished']);
}

/** Subquery: the ids of products with `search` in their title. */
export function productsTitled(em: EntityManager, search: string) {
  return db(em).selectFrom('product').select('id').where(isFound('title', search));
}

/** What shoppers can buy; `stock` is null where units are not counted. */
export type Offer = InferResult<ReturnType<typeof offers>>[number];

function offers(em: EntityManager, productIds: readonly string[], price = chargedPrice) {
  return db(em)
    .selectFrom('product')
    .select(['id', 'title as defaultTitle', shownText('product', 'title').as('title')])
    .select([shownText('product', 'description').as('description'), 'stock', 'categoryId', 'isPublished'])
    .select('taxClass')
    .select(price.as('priceCents'))
    .where('id', '=', anyOf(productIds))
    .orderBy('id');
}

/** Products as shoppers can buy them; deleted ones are left out. */
export const findOffers = prepared((em, productIds: readonly string[]) => offers(em, productIds));

/** Like findOffers, and locks the products for changes, in the order that prevents deadlocks. */
export const lockOffers = prepared((em, productIds: readonly string[]) =>
  offers(em, productIds, chargedPriceOnceLocked).forNoKeyUpdate(),
);

/** In the order that prevents deadlocks. */
function productsToLock(em: EntityManager, productIds: readonly string[]) {
  return db(em).selectFrom('product').select('id').where('id', '=', anyOf(productIds)).orderBy('id');
}

/** Prevents the deletion of products until the transaction ends. */
export async function lockProducts(em: EntityManager, productIds: readonly string[]): Promise<void> {
  await productsToLock(em, productIds).forKeyShare().execute();
}

/** Locks products for changes. */
export async function lockProductsToChange(em: EntityManager, productIds: readonly string[]): Promise<void> {
  await productsToLock(em, productIds).forNoKeyUpdate().execute();
}

/** Prevents the deletion of a published product until the transaction ends; others are left out. */
export const lockPublished = prepared((em, productId: string) =>
  db(em).selectFrom('product').select('id').where('id', '=', productId).where('isPublished', '=', true).forKeyShare(),
);

async function count(em: EntityManager, table: 'product' | 'category'): Promise<number> {
  const { count } = await db(em)
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const countProducts = (em: EntityManager) => count(em, 'product');
export const countCategories = (em: EntityManager) => count(em, 'category');

export async function readCategoryIds(em: EntityManager): Promise<string[]> {
  const rows = await db(em).selectFrom('category').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** The best rated products: by average, then by number of ratings, then the newest. */
export function findBestRated(em: EntityManager, limit: number) {
  return db(em)
    .selectFrom('product')
    .select(({ fn }) => ['id as productId', 'title', 'rating', fn<number>('cardinality', ['allRatings']).as('ratings')])
    .where('rating', '>', 0)
    .orderBy('rating', 'desc')
    .orderBy('ratings', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Products per query of the whole list. */
const LIST_BATCH = 500;

/** All published products, newest first, in batches. */
export function readProducts(em: EntityManager): AsyncGenerator<ProductRow[]> {
  return readInBatches(LIST_BATCH, (last?: ProductRow) =>
    publishedProducts(em)
      .where('product.id', '<', last?.id ?? MAX)
      .orderBy('product.id', 'desc')
      .limit(LIST_BATCH)
      .execute(),
  );
}

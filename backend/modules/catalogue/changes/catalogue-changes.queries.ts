import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { NIL } from 'uuid';
import type { AttributeValue, AttributeView } from '#contract/catalogue/catalogue.ts';
import type { TranslatedFieldName } from '#contract/catalogue/product-fields.input.ts';
import type { Translations } from '#contract/catalogue/translations.ts';
import { readInBatches } from '../../../core/batches.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { asInDictionary } from '../../../core/database/names.ts';
import { anyOf, prepared } from '../../../core/database/queries.ts';
import { db } from '../catalogue.tables.ts';
import { chargedPrice, isOnSale, priorPrice } from '../prices/prices.queries.ts';

/** What lists filter and sort a published product by, and what searches find it by. */
export type ProductEntry = {
  id: string;
  categoryId: string;
  title: string;
  /** What is charged now. */
  priceCents: number;
  isOnSale: boolean;
  /** The lowest price before the sale; null without one to compare with. */
  priorCents: number | null;
  rating: number;
  isSoldOut: boolean;
  family: string | null;
  attributes: Record<string, AttributeValue>;
  options: Record<string, string>;
  description: string;
  translations: Translations<TranslatedFieldName>;
  /** Its SKU, GTIN and MPN, in any order. */
  identifiers: (string | null)[];
};

export type AttributeEntry = Pick<AttributeView, 'code' | 'name' | 'type' | 'unit' | 'isFilterable'> & { id: string };

export type CategoryEntry = {
  id: string;
  name: string;
  slug: string;
  formerSlugs: string[];
  productCount: number;
  translations: Translations<'categoryName'>;
  /** In their order. */
  attributes: AttributeEntry[];
};

/** How far a reader has read: the transactions that it saw, and the time by the database's clock. */
export type ReadUntil = { snapshot: string; time: string };

const readUntil = [
  sql<string>`pg_current_snapshot()::text`.as('snapshot'),
  sql<string>`now()::text`.as('time'),
] as const;

/**
 * The changes of all transactions that had not committed at the snapshot, which may have begun before it, and the sales that
 * have begun or ended since the time.
 */
const changesSince = prepared((em, since: string, time: string) => {
  const snapshot = sql`${since}::pg_snapshot`;
  const unseen = knownChanges(em)
    .select('productId')
    .distinct()
    .where('xid', '>=', sql<string>`pg_snapshot_xmin(${snapshot})`)
    .where(sql<boolean>`not pg_visible_in_snapshot(xid, ${snapshot})`);
  return db(em).selectNoFrom([
    ...readUntil,
    newestChange(em).as('newest'),
    lastTurnOf(em),
    sql<(string | null)[]>`array(${unseen})`.as('changed'),
    sql<string[]>`array(${turned(em, 'saleBeginsAt', time)} union ${turned(em, 'saleUntil', time)})`.as('turned'),
  ]);
});

/** The products of which a sale has begun or ended since a time. */
function turned(em: EntityManager, turn: 'saleBeginsAt' | 'saleUntil', time: string) {
  const until = sql<string>`now()`;
  return db(em)
    .selectFrom('product')
    .select('id')
    .where(turn, '>', sql<string>`${time}::timestamptz`)
    .where(turn, '<=', until);
}

/** When the last sale has begun or ended. */
function lastTurn(em: EntityManager, turn: 'saleBeginsAt' | 'saleUntil') {
  return db(em)
    .selectFrom('product')
    .select(({ fn }) => fn.max(turn).as('last'))
    .where(turn, '<=', sql<string>`now()`);
}

/**
 * What changed since an earlier read, from where to continue, the transaction of the latest change that it sees (null if none
 * is stored), and when the last sale began or ended.
 */
export async function readChanges(em: EntityManager, since: ReadUntil) {
  const [row] = await changesSince(em, since.snapshot, since.time);
  if (row === undefined) throw new Error('No snapshot');
  const { changed, turned, snapshot, time, newest, lastTurn } = row;
  const productIds = new Set(changed.filter((id) => id !== null));
  const haveCategoriesChanged = productIds.size < changed.length;
  for (const id of turned) productIds.add(id);
  return { until: { snapshot, time }, newest, lastTurn, haveCategoriesChanged, productIds: [...productIds] };
}

/**
 * Identifies what a snapshot of the database sees of the catalogue, of the settings and of the shipping methods: the same in
 * all processes, and another one after each change and each sale that has begun or ended. Ids tell apart transactions that
 * another server has numbered, before the database was restored.
 */
export async function readContentTag(em: EntityManager): Promise<string> {
  const { snapshot, newest, lastId, lastTurn } = await db(em)
    .selectNoFrom([
      ...readUntil,
      newestChange(em).as('newest'),
      db(em).selectFrom('catalogueChange').select('id').orderBy('id', 'desc').limit(1).as('lastId'),
      lastTurnOf(em),
    ])
    .executeTakeFirstOrThrow();
  return [lastId ?? 0, tagOf(snapshot, newest ?? '0', lastTurn)].join('-');
}

/** The changes of transactions that this server has numbered: it has yet to reach those of a backup. */
function knownChanges(em: EntityManager) {
  return db(em).selectFrom('catalogueChange').where('xid', '<', sql<string>`pg_snapshot_xmax(pg_current_snapshot())`);
}

function newestChange(em: EntityManager) {
  return knownChanges(em).select(sql<string>`xid::text`.as('xid')).orderBy('catalogueChange.xid', 'desc').limit(1);
}

function lastTurnOf(em: EntityManager) {
  return sql<string | null>`greatest(${lastTurn(em, 'saleBeginsAt')}, ${lastTurn(em, 'saleUntil')})::text`.as(
    'lastTurn',
  );
}

/**
 * Identifies what a snapshot sees: the newest change, the transactions before it that had not ended, and when the last sale
 * began or ended. The others before it are final.
 */
export function tagOf(snapshot: string, newest: string, lastTurn: string | null): string {
  const [, , running = ''] = snapshot.split(':');
  const before = running.split(',').filter((xid) => xid !== '' && BigInt(xid) < BigInt(newest));
  const turn = lastTurn === null ? [] : [`sale${lastTurn.replace(/\D/g, '')}`];
  return [newest, ...before, ...turn].join('-');
}

export async function readSnapshot(em: EntityManager): Promise<ReadUntil> {
  return db(em).selectNoFrom(readUntil).executeTakeFirstOrThrow();
}

/** The published products. */
function entries(em: EntityManager) {
  return db(em)
    .selectFrom('product')
    .select(['id', 'categoryId', 'title', 'rating', 'family', 'attributes', 'options', 'description'])
    .select([chargedPrice.as('priceCents'), isOnSale.as('isOnSale'), priorPrice.as('priorCents')])
    .select(['translations', sql<(string | null)[]>`array[sku, gtin, mpn]`.as('identifiers')])
    .select(sql<boolean>`coalesce(stock = 0, false)`.as('isSoldOut'))
    .$narrowType<Pick<ProductEntry, 'attributes' | 'options' | 'translations'>>()
    .where('isPublished', '=', true);
}

/** Products per batch. The rows of larger ones outlive young garbage, so that a process that has started keeps 10 MB more. */
const BATCH = 500;
/** Products per batch while shoppers wait: more would block the process for longer than a request takes. */
const SMALL_BATCH = 100;

/** Reads all published products in batches. */
export function readEntries(em: EntityManager): AsyncGenerator<ProductEntry[]> {
  return readInBatches(BATCH, (last) =>
    entries(em)
      .where('id', '>', last?.id ?? NIL)
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  );
}

/** Reads some products in batches; deleted and unpublished ones are left out. */
export async function* readEntriesOf(
  em: EntityManager,
  productIds: readonly string[],
): AsyncGenerator<{ ids: readonly string[]; entries: ProductEntry[] }> {
  for (let start = 0; start < productIds.length; start += SMALL_BATCH) {
    const ids = productIds.slice(start, start + SMALL_BATCH);
    yield { ids, entries: await entriesOf(em, ids) };
  }
}

const entriesOf = prepared((em, productIds: readonly string[]) => entries(em).where('id', '=', anyOf(productIds)));

/** All categories by name. */
export function readCategoryEntries(em: EntityManager): Promise<CategoryEntry[]> {
  return db(em)
    .selectFrom('category')
    .select(['id', 'name', 'slug', 'productCount', 'translations'])
    .$narrowType<Pick<CategoryEntry, 'translations'>>()
    .select(({ selectFrom }) => {
      const former = selectFrom('formerSlug').select('slug').whereRef('categoryId', '=', 'category.id');
      return sql<string[]>`array(${former})`.as('formerSlugs');
    })
    .select(({ selectFrom }) =>
      selectFrom('attribute')
        .whereRef('attribute.categoryId', '=', 'category.id')
        .select(({ fn, ref }) => {
          const attribute = {
            id: ref('attribute.id'),
            code: ref('attribute.code'),
            name: ref('attribute.name'),
            type: ref('attribute.type'),
            unit: ref('attribute.unit'),
            isFilterable: ref('attribute.isFilterable'),
          };
          const ordered = fn.jsonAgg(jsonBuildObject(attribute)).orderBy('attribute.position').orderBy('attribute.id');
          return fn.coalesce(ordered, sql<never[]>`'[]'`).as('attributes');
        })
        .$asScalar()
        .$notNull()
        .as('attributes'),
    )
    .orderBy(asInDictionary(sql.ref('name')))
    .orderBy('id')
    .execute();
}

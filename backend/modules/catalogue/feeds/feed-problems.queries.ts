import { type RawBuilder, sql } from 'kysely';
import { type FeedProblemColumn, type FeedReason, feedReasons, leavingOut } from '#contract/integration/feeds.ts';
import type { TableQuery } from '#contract/table.ts';
import { currentCode } from '#messages';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { isFound } from '../../../core/database/names.ts';
import { countRows, readPage } from '../../../core/database/table.ts';
import { shownText } from '../../../core/database/translations.ts';
import { shownPictures } from '../../pictures/pictures.queries.ts';
import { db } from '../catalogue.tables.ts';
import { chargedPrice } from '../prices/prices.queries.ts';

/** What a feed asks of its products. */
export type FeedDemands = {
  /** Characters; null without a limit. */
  idMax: number | null;
  titleMax: number | null;
  /** Whether it also has what is sold out. */
  hasSoldOut: boolean;
  /** Whether a shipping method delivers to its country. */
  isDelivered: boolean;
};

const never = sql<boolean>`false`;

/** When a published product has each problem; its title and description are those of the current language. */
function conditions({
  idMax,
  titleMax,
  hasSoldOut,
  isDelivered,
}: FeedDemands): Record<FeedReason, RawBuilder<boolean>> {
  const title = shownText('product', 'title');
  const isProcessing = sql`picture.image_state = 'processing'`;
  const isHidden = sql`picture.is_published is not true`;
  const lacks = (field: string) =>
    sql`coalesce(product.translations #>> ${sql.lit(`{${currentCode()},${field}}`)}, '') = ''`;
  return {
    noPrice: sql`${chargedPrice} = 0`,
    noPicture: sql`${isHidden} and ${isProcessing} is not true`,
    pictureInPreparation: sql`${isHidden} and ${isProcessing}`,
    soldOut: hasSoldOut ? never : sql`product.stock = 0`,
    noIdentifiers: sql`product.gtin is null and (product.mpn is null or product.brand is null)`,
    noBrand: sql`product.brand is null`,
    longId: idMax === null ? never : sql`length(product.sku) > ${sql.lit(idMax)}`,
    longTitle: titleMax === null ? never : sql`length(${title}) > ${sql.lit(titleMax)}`,
    noDescription: sql`${shownText('product', 'description')} !~ '\\S'`,
    untranslated: currentCode() === DEFAULT_LANGUAGE ? never : sql`${lacks('title')} or ${lacks('description')}`,
    noShipping: isDelivered ? never : sql`true`,
  };
}

/** Every published product, with its problems in a feed. */
function checkedProducts(em: EntityManager, demands: FeedDemands) {
  const given = conditions(demands);
  const found = feedReasons.map((reason) => sql`case when ${given[reason]} then ${sql.lit(reason)} end`);
  return db(em)
    .selectFrom('product')
    .leftJoin(shownPictures(em, 'product').as('picture'), (join) =>
      join.onRef('picture.ownerId', '=', 'product.id').on('picture.position', '=', 0),
    )
    .select(['product.id', 'product.sku', shownText('product', 'title').as('title')])
    .select(sql<FeedReason[]>`array_remove(array[${sql.join(found)}]::text[], null)`.as('reasons'))
    .where('product.isPublished', '=', true);
}

const leftOut = sql<boolean>`reasons && ${sql.lit(`{${leavingOut.join()}}`)}::text[]`;

/** How many products a feed has, and how many have problems in it. */
export async function countFeedProducts(em: EntityManager, demands: FeedDemands) {
  return db(em)
    .selectFrom(checkedProducts(em, demands).as('checked'))
    .select([
      sql<number>`count(*) filter (where not ${leftOut})`.as('products'),
      sql<number>`count(*) filter (where reasons <> '{}')`.as('problems'),
    ])
    .executeTakeFirstOrThrow();
}

/** A page of the products with problems in a feed, or of those with one reason. */
export function listFeedProblems(
  em: EntityManager,
  demands: FeedDemands,
  query: TableQuery<FeedProblemColumn>,
  reason?: FeedReason,
) {
  let checked = checkedProducts(em, demands);
  if (query.search !== '') {
    const { search } = query;
    checked = checked.where(({ or }) => or([isFound('product.title', search), isFound('product.sku', search)]));
  }
  let problems = db(em)
    .selectFrom(checked.as('checked'))
    .select(['id', 'sku', 'title', 'reasons', leftOut.as('isLeftOut')])
    .where(sql<boolean>`reasons <> '{}'`);
  if (reason !== undefined) problems = problems.where(sql<boolean>`${reason} = any(reasons)`);
  // Ids grow with time.
  return readPage(query, { columns: { added: 'id' }, ties: ['id'] }, problems, countRows(em, problems.clearSelect()), {
    isSearch: query.search !== '',
  });
}

import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { companyFieldNames, type TranslatedFieldName } from '#contract/catalogue/product-fields.input.ts';
import { saleProblems } from '#contract/catalogue/sales.ts';
import { changeTranslations, type TranslationChanges } from '#contract/catalogue/translations.ts';
import { type Actor, audit, changesBetween } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { invalid } from '../../../core/errors.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { emit } from '../../../core/events/outbox.ts';
import { givenFields } from '../../../core/http/validation.ts';
import { readKnownAttributes, rejectWrongValues, valuesThatFit } from '../attributes/attributes.queries.ts';
import type { AdminProductRow } from '../catalogue.admin.queries.ts';
import { db } from '../catalogue.tables.ts';
import { lockCategory } from '../categories/categories.service.ts';
import { lockCompaniesOf } from '../companies/companies.service.ts';
import { chargedPriceOnceLocked } from '../prices/prices.queries.ts';
import { requireVariant, storeVariant } from '../variants/variants.service.ts';
import { refuseTakenSku } from './product-identifiers.ts';
import { auditedProduct, columnsOf, currentNames, type ProductValues, valuesOf } from './product-values.ts';

export type ProductChanges = {
  [Field in Exclude<keyof ProductValues, 'translations'>]?: ProductValues[Field] | undefined;
} & {
  translations?: TranslationChanges<TranslatedFieldName> | undefined;
  /** The file name of a new first picture, which the caller stores. */
  image?: string | undefined;
};

/**
 * Changes a product that the caller has locked and then read: every edit by an admin ends here. Absent fields keep their
 * values; `attributes` replaces all, and a move to another category drops those that don't fit. Stores the changes with
 * their events and their audit entry, or nothing if there are none.
 * @returns whether anything changed: the caller then calls announceProducts
 * @throws AppError invalid for a missing category or company, wrong attributes or a wrong sale; conflict if it contradicts
 * its family or another product has its SKU
 */
export async function changeProduct(
  em: EntityManager,
  actor: Actor,
  product: AdminProductRow,
  { image, translations, ...changes }: ProductChanges,
): Promise<boolean> {
  const before = valuesOf(product);
  const after = { ...changed(before, changes), translations: changeTranslations(before.translations, translations) };
  const isMoved = after.categoryId !== before.categoryId;
  const formerNames = currentNames(product);
  const names = { ...formerNames, image: image ?? formerNames.image };
  if (isMoved || changes.attributes !== undefined) {
    names.category = await lockCategory(em, after.categoryId);
    const known = await readKnownAttributes(em, after.categoryId);
    if (isMoved) after.attributes = valuesThatFit(known, after.attributes);
    rejectWrongValues(known, after.attributes);
  }
  if (companyFieldNames.some((name) => after[name] !== before[name])) {
    names.companies = await lockCompaniesOf(em, after);
  }
  const differences = changesBetween(auditedProduct(before, formerNames), auditedProduct(after, names));
  if (Object.keys(differences).length === 0) return false;
  rejectWrongSale(after);

  const { id: productId } = product;
  if (after.family !== null && (isMoved || !isDeepStrictEqual(after.family, before.family))) {
    await requireVariant(em, { productId, categoryId: after.categoryId, ...after.family });
  }
  const charged = await refuseTakenSku(() => storeVariant(after.family, () => store(em, productId, after)));
  const isRepriced = charged !== (product.isOnSale ? product.salePriceCents : product.priceCents);
  await emitChanges(em, productId, before, after, isRepriced);
  audit(em, actor, {
    action: 'product.edited',
    subjectId: productId,
    subjectName: product.title,
    changes: differences,
  });
  return true;
}

function changed(before: ProductValues, changes: Omit<ProductChanges, 'translations'>): ProductValues {
  return { ...before, ...givenFields(changes) };
}

/** @throws AppError invalid */
export function rejectWrongSale(values: ProductValues): void {
  const problems = saleProblems(values);
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/** @returns what is charged from now on, in EUR cents */
async function store(em: EntityManager, productId: string, values: ProductValues): Promise<number> {
  const { chargedCents } = await db(em)
    .updateTable('product')
    .set(columnsOf(values))
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', productId)
    .returning(chargedPriceOnceLocked.as('chargedCents'))
    .executeTakeFirstOrThrow();
  return chargedCents;
}

async function emitChanges(
  em: EntityManager,
  productId: string,
  before: ProductValues,
  after: ProductValues,
  isRepriced: boolean,
): Promise<void> {
  const isMoved = after.categoryId !== before.categoryId;
  const counts = isMoved || after.isPublished !== before.isPublished;
  if (counts) {
    const categoryIds = new Set([before.categoryId, after.categoryId]);
    for (const categoryId of categoryIds) emit(em, 'product.moved', { categoryId });
  }
  const isWithdrawn = before.isPublished && !after.isPublished;
  if (isWithdrawn || isRepriced) await endOffers(em, [productId]);
}

/** Products per event. */
const ANNOUNCED_MAX = 1000;

/** Announces what a transaction has changed: call it once in each, with all products. */
export function announceProducts(
  em: EntityManager,
  change: EventMap['product.changed']['change'],
  productIds: string[],
): void {
  for (let done = 0; done < productIds.length; done += ANNOUNCED_MAX) {
    emit(em, 'product.changed', { change, productIds: productIds.slice(done, done + ANNOUNCED_MAX) });
  }
}

/**
 * Announces that products can no longer be bought as before: they were repriced, unpublished or deleted. Call it in the
 * transaction of the change, which has locked them: orders at the old price can't be opened from then on.
 */
export async function endOffers(em: EntityManager, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return;
  // Not now(): the transaction may have begun long ago. Rounded up, because dates drop what is less than a millisecond: a sale
  // that the change has begun must have begun by then.
  const { endedAt } = await db(em)
    .selectNoFrom(sql<Date>`clock_timestamp() + interval '1 millisecond'`.as('endedAt'))
    .executeTakeFirstOrThrow();
  emit(em, 'product.offerEnded', { productIds, endedAt: new Date(endedAt).toISOString() });
}

import { changeTranslations } from '#contract/catalogue/translations.ts';
import type { EditShippingMethodInput, ShippingMethodInput } from '#contract/orders/delivery.input.ts';
import { PICKUP } from '#contract/orders/delivery.ts';
import { toCents } from '#contract/values/money.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../core/audit/audit.ts';
import { type EntityManager, refuseDuplicate } from '../../core/database/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { givenFields } from '../../core/http/validation.ts';
import { newId } from '../../core/ids.ts';
import { presentMethod } from './delivery.present.ts';
import { lockMethod, type ShippingMethodRow } from './delivery.queries.ts';
import { db } from './delivery.tables.ts';

/**
 * @param actor the admin who adds it; null for demo data
 * @throws AppError invalid; conflict if the code is taken
 */
export async function addMethod(em: EntityManager, actor: Actor | null, input: ShippingMethodInput) {
  const { price, freeFrom = null, countries = [], isActive = true, translations, ...rest } = input;
  const method = {
    id: newId(),
    ...rest,
    priceCents: toCents(price),
    freeFromCents: freeFrom === null ? null : toCents(freeFrom),
    countries: countries.toSorted(),
    isActive,
    translations: changeTranslations({}, translations),
  };
  checkDays(method);
  return em.transactional(async (em) => {
    await withUniqueCode(method.code, () => db(em).insertInto('shippingMethod').values(method).execute());
    if (!actor) return method;
    const changes = changesBetween({}, audited(method));
    audit(em, actor, { action: 'shippingMethod.added', subjectId: method.id, subjectName: method.name, changes });
    return method;
  });
}

/**
 * Edits a method; absent fields keep their values. Orders keep the method as it was when they were placed.
 * @param actor the admin who edits it; null for demo data
 * @throws AppError notFound; invalid; conflict if the code is taken or pickup would get another
 */
export async function editMethod(
  em: EntityManager,
  actor: Actor | null,
  id: string,
  { price, freeFrom, countries, translations, ...rest }: EditShippingMethodInput,
): Promise<ShippingMethodRow> {
  return em.transactional(async (em) => {
    const method = await lockMethod(em, id);
    const edited: ShippingMethodRow = {
      ...method,
      ...givenFields(rest),
      ...(price !== undefined && { priceCents: toCents(price) }),
      ...(freeFrom !== undefined && { freeFromCents: freeFrom === null ? null : toCents(freeFrom) }),
      ...(countries !== undefined && { countries: countries.toSorted() }),
      translations: changeTranslations(method.translations, translations),
    };
    checkDays(edited);
    if (method.code === PICKUP) checkPickup(edited);
    const changes = changesBetween(audited(method), audited(edited));
    if (Object.keys(changes).length === 0) return method;
    await withUniqueCode(edited.code, () =>
      db(em).updateTable('shippingMethod').set(edited).where('id', '=', id).execute(),
    );
    if (actor) audit(em, actor, { action: 'shippingMethod.edited', subjectId: id, subjectName: method.name, changes });
    return edited;
  });
}

/** Deletes a method. @throws AppError notFound; conflict for pickup */
export async function deleteMethod(em: EntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (em) => {
    const method = await lockMethod(em, id);
    if (method.code === PICKUP) {
      throw new AppError('conflict', m.delivery.cannotDelete({ name: method.name }));
    }
    await db(em).deleteFrom('shippingMethod').where('id', '=', id).execute();
    const changes = changesBetween(audited(method), {});
    audit(em, actor, { action: 'shippingMethod.deleted', subjectId: id, subjectName: method.name, changes });
  });
}

function checkDays({ minDays, maxDays }: { minDays: number; maxDays: number }): void {
  if (maxDays < minDays) throw invalid({ maxDays: m.delivery.daysReversed() });
}

/** Orders without a method are collected for free, so pickup stays what it is. */
function checkPickup({ code, priceCents, countries }: ShippingMethodRow): void {
  if (code !== PICKUP) throw new AppError('conflict', m.delivery.codeStays({ code: PICKUP }));
  if (priceCents !== 0) throw invalid({ price: m.delivery.collectingIsFree() });
  if (countries.length > 0) throw invalid({ countries: m.delivery.collectedFromEverywhere() });
}

function withUniqueCode(code: string, write: () => Promise<unknown>): Promise<unknown> {
  return refuseDuplicate('shipping_method_code_unique', m.delivery.codeTaken({ code }), write);
}

/** A method as the audit trail records it. */
function audited(method: ShippingMethodRow) {
  const { _id: _, countries, translations, ...fields } = presentMethod(method);
  const names = Object.entries(translations).map(([code, { name = '' }]) => [`name.${code}`, name]);
  return { ...fields, countries: countries.join(', '), ...Object.fromEntries(names) };
}

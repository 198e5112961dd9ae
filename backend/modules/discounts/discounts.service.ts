import type { DiscountInput, EditDiscountInput } from '#contract/orders/discounts.input.ts';
import { toCents } from '#contract/values/money.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../core/audit/audit.ts';
import { type EntityManager, refuseDuplicate } from '../../core/database/db.ts';
import { isoDate } from '../../core/database/iso-date.ts';
import { invalid } from '../../core/errors.ts';
import { givenFields } from '../../core/http/validation.ts';
import { newId } from '../../core/ids.ts';
import { readCategoryIds } from '../catalogue/catalogue.queries.ts';
import { presentDiscount } from './discounts.present.ts';
import { type DiscountRow, lockDiscount } from './discounts.queries.ts';
import { db } from './discounts.tables.ts';

/** @throws AppError invalid; conflict if the code is taken */
export async function addDiscount(em: EntityManager, actor: Actor, input: DiscountInput): Promise<DiscountRow> {
  const values = { id: newId(), code: input.code, ...valuesOf(input) };
  return em.transactional(async (em) => {
    await check(em, values);
    const insert = db(em).insertInto('discount').values(values).returningAll();
    const discount = await withUniqueCode(values.code, () => insert.executeTakeFirstOrThrow());
    const changes = changesBetween({}, audited(discount));
    audit(em, actor, { action: 'discount.added', subjectId: discount.id, subjectName: discount.code, changes });
    return discount;
  });
}

/**
 * Edits a discount; absent fields keep their values. A percentage replaces an amount, and an amount a percentage.
 * @throws AppError notFound; invalid; conflict if the code is taken
 */
export async function editDiscount(em: EntityManager, actor: Actor, id: string, input: EditDiscountInput) {
  return em.transactional(async (em) => {
    const discount = await lockDiscount(em, id);
    const edited: DiscountRow = { ...discount, ...valuesOf(input), ...(input.code && { code: input.code }) };
    if (input.percent && input.amount === undefined) edited.amountCents = null;
    if (input.amount && input.percent === undefined) edited.percentHundredths = null;
    await check(em, edited, discount);
    const changes = changesBetween(audited(discount), audited(edited));
    if (Object.keys(changes).length === 0) return discount;
    await withUniqueCode(edited.code, () => db(em).updateTable('discount').set(edited).where('id', '=', id).execute());
    audit(em, actor, { action: 'discount.edited', subjectId: id, subjectName: discount.code, changes });
    return edited;
  });
}

/** Deletes a discount. Orders that use it keep its code and what it took off. @throws AppError notFound */
export async function deleteDiscount(em: EntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (em) => {
    const discount = await lockDiscount(em, id);
    await db(em).deleteFrom('discount').where('id', '=', id).execute();
    const changes = changesBetween(audited(discount), {});
    audit(em, actor, { action: 'discount.deleted', subjectId: id, subjectName: discount.code, changes });
  });
}

/** The given fields as the table holds them. */
function valuesOf(input: EditDiscountInput): Partial<DiscountRow> {
  const { percent, amount, minimum, startsAt, endsAt, categoryIds, maxUses, maxUsesPerShopper, isActive } = input;
  const values: Partial<DiscountRow> = {
    percentHundredths: percent && Math.round(percent * 100),
    amountCents: amount && toCents(amount),
    minimumCents: minimum && toCents(minimum),
    startsAt: startsAt && isoDate(startsAt),
    endsAt: endsAt && isoDate(endsAt),
    categoryIds: categoryIds && [...new Set(categoryIds)].sort(),
    maxUses,
    maxUsesPerShopper,
    isActive,
  };
  return givenFields(values);
}

/** Checks the rules between fields. Categories that the discount already had may be deleted. */
async function check(em: EntityManager, discount: Partial<DiscountRow>, before?: DiscountRow) {
  const { percentHundredths = null, amountCents = null, startsAt = null, endsAt = null, categoryIds = [] } = discount;
  if ((percentHundredths === null) === (amountCents === null)) throw invalid({ percent: m.discounts.oneKind() });
  if (startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt)) {
    throw invalid({ endsAt: m.discounts.datesReversed() });
  }
  const known = new Set([...(before?.categoryIds ?? []), ...(await readCategoryIds(em))]);
  if (!categoryIds.every((id) => known.has(id))) throw invalid({ categoryIds: m.discounts.noSuchCategory() });
}

function withUniqueCode<T>(code: string, write: () => Promise<T>): Promise<T> {
  return refuseDuplicate('discount_code_unique', m.discounts.codeTaken({ code }), write);
}

/** A discount as the audit trail records it. */
function audited(discount: DiscountRow) {
  const { _id: _, uses: __, categoryIds, ...fields } = presentDiscount(discount);
  return { ...fields, categoryIds: categoryIds.join(', ') };
}

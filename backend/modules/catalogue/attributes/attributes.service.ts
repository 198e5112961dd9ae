import { sql } from 'kysely';
import type { AttributeInput, EditAttributeInput } from '#contract/catalogue/attributes.input.ts';
import { ATTRIBUTES_MAX } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../../core/audit/audit.ts';
import { type EntityManager, inLongTransaction, refuseDuplicate } from '../../../core/database/db.ts';
import { AppError, found, invalid } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { db } from '../catalogue.tables.ts';
import { announceProducts } from '../products/product-changes.service.ts';
import { type AttributeRow, findAttribute, listAttributes } from './attributes.queries.ts';

/**
 * Adds an attribute to a category, last unless a position is given. One that has the position moves back.
 * @param actor the admin who adds it; null for demo data
 * @throws AppError invalid if the category doesn't exist; conflict if its code is taken, or the category has too many
 */
export async function createAttribute(
  em: EntityManager,
  actor: Actor | null,
  input: AttributeInput,
): Promise<AttributeRow> {
  const { categoryId, code, name, type, unit = '', isFilterable = true } = input;
  const id = newId();
  return em.transactional(async (em) => {
    const category = await lockAttributes(em, categoryId);
    if (category === undefined) throw invalid({ categoryId: m.catalogue.categoryNotFound() });
    const others = await listAttributes(em, categoryId);
    if (others.length >= ATTRIBUTES_MAX) {
      throw new AppError('conflict', m.catalogue.tooManyAttributes({ max: ATTRIBUTES_MAX }));
    }
    const position = input.position ?? (others.at(-1)?.position ?? -1) + 1;
    if (others.some((other) => other.position === position)) await shift(em, categoryId, position, null, 1);
    const attribute = { id, categoryId, code, name, type, unit, isFilterable, position };
    await refuseDuplicate('attribute_code_unique', m.catalogue.attributeTaken({ code }), () =>
      db(em).insertInto('attribute').values(attribute).execute(),
    );
    if (actor) {
      const changes = changesBetween({}, audited(attribute));
      audit(em, actor, {
        action: 'attribute.added',
        subjectId: id,
        subjectName: `${name} of ${category}`,
        changes,
      });
    }
    return attribute;
  });
}

/**
 * Edits an attribute; absent fields keep their values. A new position moves it there, and the attributes between its
 * old and its new place by one.
 * @throws AppError notFound; invalid if its category, code or type would change
 */
export async function editAttribute(
  em: EntityManager,
  actor: Actor,
  id: string,
  input: EditAttributeInput,
): Promise<AttributeRow> {
  return em.transactional(async (em) => {
    const { attribute, category } = await lockAttribute(em, id);
    rejectFixedFields(attribute, input);
    const { name = attribute.name, unit = attribute.unit, isFilterable = attribute.isFilterable } = input;
    const edited = { ...attribute, name, unit, isFilterable, position: input.position ?? attribute.position };
    const changes = changesBetween(audited(attribute), audited(edited));
    if (Object.keys(changes).length === 0) return attribute;
    await makeRoom(em, attribute, edited.position);
    await db(em)
      .updateTable('attribute')
      .set({ name, unit, isFilterable, position: edited.position })
      .where('id', '=', id)
      .execute();
    const subjectName = `${attribute.name} of ${category}`;
    audit(em, actor, { action: 'attribute.edited', subjectId: id, subjectName, changes });
    return edited;
  });
}

/** Deletes an attribute, and its values from the products. @throws AppError notFound */
export async function deleteAttribute(em: EntityManager, actor: Actor, id: string): Promise<void> {
  await inLongTransaction(em, async (em) => {
    const before = found(await findAttribute(em, id), m.catalogue.attributeNotFound());
    // Products before their category, as every edit of a product locks them. Edits that wait are seen afterwards.
    const changed = await removeValues(em, before);
    const { attribute, category } = await lockAttribute(em, id, { alsoForProducts: true });
    announceProducts(em, 'updated', changed.concat(await removeValues(em, before)));
    await db(em).deleteFrom('attribute').where('id', '=', id).execute();
    const changes = changesBetween(audited(attribute), {});
    const subjectName = `${attribute.name} of ${category}`;
    audit(em, actor, { action: 'attribute.deleted', subjectId: id, subjectName, changes });
  });
}

/**
 * Locks a category's attributes until the transaction ends.
 * @param alsoForProducts whether products, which need attributes as they are, wait too
 * @returns the category's name; undefined if it doesn't exist
 */
async function lockAttributes(em: EntityManager, categoryId: string, alsoForProducts = false) {
  const category = await db(em)
    .selectFrom('category')
    .select('name')
    .where('id', '=', categoryId)
    .$if(alsoForProducts, (query) => query.forUpdate())
    .$if(!alsoForProducts, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return category?.name;
}

async function lockAttribute(em: EntityManager, id: string, { alsoForProducts = false } = {}) {
  const { categoryId } = found(await findAttribute(em, id), m.catalogue.attributeNotFound());
  const category = found(await lockAttributes(em, categoryId, alsoForProducts), m.catalogue.attributeNotFound());
  // Read again, because it may have changed or gone while this transaction waited.
  return { attribute: found(await findAttribute(em, id), m.catalogue.attributeNotFound()), category };
}

function rejectFixedFields(attribute: AttributeRow, { categoryId, code, type }: EditAttributeInput): void {
  const fields: Record<string, string> = {};
  const given = typeof categoryId === 'string' ? categoryId.toLowerCase() : categoryId;
  if (given !== undefined && given !== attribute.categoryId) fields.categoryId = m.catalogue.attributeCategoryFixed();
  if (code !== undefined && code !== attribute.code) fields.code = m.catalogue.attributeCodeFixed();
  if (type !== undefined && type !== attribute.type) fields.type = m.catalogue.attributeTypeFixed();
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

async function makeRoom(em: EntityManager, { categoryId, position: from }: AttributeRow, to: number): Promise<void> {
  if (to < from) await shift(em, categoryId, to, from - 1, 1);
  if (to > from) await shift(em, categoryId, from + 1, to, -1);
}

/** Moves the attributes at the positions from `first` to `last`, or all after `first`, by `by`. */
async function shift(em: EntityManager, categoryId: string, first: number, last: number | null, by: 1 | -1) {
  await db(em)
    .updateTable('attribute')
    .set(({ eb }) => ({ position: eb('position', '+', by) }))
    .where('categoryId', '=', categoryId)
    .where('position', '>=', first)
    .$if(last !== null, (query) => query.where('position', '<=', last ?? first))
    .execute();
}

/** Removes an attribute's values from all products of its category, in a fixed order of locks. @returns their ids */
async function removeValues(em: EntityManager, { categoryId, code }: AttributeRow): Promise<string[]> {
  const holders = db(em)
    .selectFrom('product')
    .select('id')
    .where('categoryId', '=', categoryId)
    .where(sql<boolean>`jsonb_exists(attributes, ${code})`)
    .orderBy('id')
    .forNoKeyUpdate();
  const changed = await db(em)
    .with('holder', () => holders)
    .updateTable('product')
    .from('holder')
    .set(({ eb }) => ({
      attributes: sql`product.attributes - ${code}::text`,
      version: eb('product.version', '+', 1),
    }))
    .whereRef('product.id', '=', 'holder.id')
    .returning('product.id')
    .execute();
  return changed.map(({ id }) => id);
}

/** An attribute as the audit trail records it. */
function audited({ code, name, type, unit, isFilterable, position }: AttributeRow) {
  return { code, name, type, unit, isFilterable, position };
}

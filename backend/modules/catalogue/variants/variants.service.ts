import { sql } from 'kysely';
import type { VariantInput } from '#contract/catalogue/catalogue.ts';
import { type EntityManager, refuseDuplicate } from '../../../core/database/db.ts';
import { rowsAs } from '../../../core/database/queries.ts';
import { AppError } from '../../../core/errors.ts';
import { db } from '../catalogue.tables.ts';
import { type Family, FamilyMembers, takenBy } from './family-members.ts';

type Variant = VariantInput & { productId: string; categoryId: string };

/**
 * Requires that a product differs from the other members of its family, by the same options. Variants of one family that
 * are saved at once wait for each other. Lock the product first.
 * @throws AppError conflict with the reason
 */
export async function requireVariant(em: EntityManager, { productId, categoryId, name, options }: Variant) {
  await lockFamilies(em, [{ categoryId, family: name }]);
  const members = await db(em)
    .selectFrom('product')
    .select(['id', 'options'])
    .where('categoryId', '=', categoryId)
    .where('family', '=', name)
    .orderBy('id')
    .execute();
  const problem = new FamilyMembers(name, members).problemOf(productId, options);
  if (problem !== null) throw new AppError('conflict', problem);
}

/** Makes other transactions that change the members of these families wait. Lock the products first. */
export async function lockFamilies(em: EntityManager, families: readonly Family[]): Promise<void> {
  const names = families.map(({ categoryId, family }) => ({ name: `family ${categoryId} ${family}` }));
  // In a fixed order, which prevents deadlocks.
  const ordered = db(em)
    .selectFrom(rowsAs('named', { name: 'text' }, names))
    .select('name')
    .orderBy('name');
  await db(em)
    .selectFrom(ordered.as('family'))
    .select(sql`pg_advisory_xact_lock(hashtextextended(name, 0))`.as('lock'))
    .execute();
}

/** Stores a product. @throws AppError conflict if another member of its family has the same options */
export function storeVariant<T>(family: VariantInput | null, store: () => Promise<T>): Promise<T> {
  return family === null
    ? store()
    : refuseDuplicate('product_variant_unique', takenBy(family.name, family.options), store);
}

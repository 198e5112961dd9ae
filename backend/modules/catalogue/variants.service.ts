import { isDeepStrictEqual } from 'node:util';
import type { VariantInput } from '#contract/catalogue.ts';
import { type EntityManager, isUniqueViolation } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { db } from './catalogue.tables.ts';

type Variant = VariantInput & { productId: string; categoryId: string };

/**
 * Requires that a product differs from the other members of its family, by the same options. Variants of one family that
 * are saved at once wait for each other. Lock the product first.
 * @throws AppError conflict with the reason
 */
export async function requireVariant(em: EntityManager, { productId, categoryId, name, options }: Variant) {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`family ${categoryId} ${name}`]);
  const siblings = await db(em)
    .selectFrom('product')
    .select(['title', 'options'])
    .where('categoryId', '=', categoryId)
    .where('family', '=', name)
    .where('id', '<>', productId)
    .orderBy('id')
    .execute();
  const names = Object.keys(options).sort();
  const other = siblings.find((sibling) => !isDeepStrictEqual(Object.keys(sibling.options).sort(), names));
  if (other !== undefined) {
    const wanted = Object.keys(other.options).sort().join(', ');
    throw new AppError('conflict', `The options of ${name} are ${wanted}. This product has ${names.join(', ')}.`);
  }
  if (siblings.some((sibling) => isDeepStrictEqual(sibling.options, options))) throw variantTaken(name, options);
}

/** Stores a product. @throws AppError conflict if another member of its family has the same options */
export async function storeVariant(family: VariantInput | null, store: () => Promise<unknown>): Promise<void> {
  try {
    await store();
  } catch (error) {
    // An import may have stored it without requireVariant.
    if (family === null || !isUniqueViolation(error, 'product_variant_unique')) throw error;
    throw variantTaken(family.name, family.options, error);
  }
}

function variantTaken(name: string, options: VariantInput['options'], cause?: unknown): AppError {
  const variant = Object.entries(options)
    .map(([option, value]) => `${option} ${value}`)
    .join(', ');
  return new AppError('conflict', `${name} already has a variant with ${variant}`, { cause });
}

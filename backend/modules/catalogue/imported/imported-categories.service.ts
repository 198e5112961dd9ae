import { sql } from 'kysely';
import type { AttributeType } from '#contract/catalogue.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { anyOf, rowsAs } from '../../../core/database/queries.ts';
import { newId } from '../../../core/ids.ts';
import type { KnownAttributes } from '../attributes/attribute-values.service.ts';
import { db } from '../catalogue.tables.ts';
import { claimSlugs } from '../categories/slugs.ts';

/** The categories of imported products: existing ones are locked, new ones are stored once they are needed. */
export class ImportedCategories {
  private readonly idsByName = new Map<string, string>();
  private readonly unstored = new Map<string, { id: string; name: string; slug: string }>();
  private readonly attributes = new Map<string, Map<string, { name: string; type: AttributeType }>>();

  /**
   * Finds categories by name, ignoring case, and also those with `ids`. They can't be deleted until the transaction ends,
   * and no other transaction can create those that are missing.
   */
  static async find(em: EntityManager, names: readonly string[], ids: readonly string[]): Promise<ImportedCategories> {
    const categories = new ImportedCategories();
    let found = await findByName(em, names);
    if (found.some(({ id }) => id === null)) {
      const missing = new Map<string, string>();
      for (const { id, folded, name } of found) if (id === null && !missing.has(folded)) missing.set(folded, name);
      const slugs = await claimSlugs(em, [...missing.values()]);
      // Another transaction may have added one while this one waited for the slugs.
      found = await findByName(em, names);
      for (const [folded, name] of missing) {
        categories.unstored.set(folded, { id: newId(), name, slug: slugs.get(name) ?? '' });
      }
    }
    for (const { name, folded, id } of found) {
      const known = id ?? categories.unstored.get(folded)?.id;
      if (known === undefined) throw new Error(`The category ${name} was deleted meanwhile`);
      categories.idsByName.set(name, known);
    }
    const existing = found.flatMap(({ id }) => id ?? []);
    await categories.lock(em, [...new Set([...existing, ...ids])]);
    return categories;
  }

  idOf(name: string): string {
    const id = this.idsByName.get(name);
    if (id === undefined) throw new Error(`The category ${name} was not looked up`);
    return id;
  }

  /** The attributes of a category by code; none for a new one. */
  attributesOf(categoryId: string): KnownAttributes {
    return this.attributes.get(categoryId) ?? new Map();
  }

  /** Stores those of the given categories that are new. */
  async store(em: EntityManager, categoryIds: ReadonlySet<string>): Promise<void> {
    const rows = [...this.unstored.values()].filter(({ id }) => categoryIds.has(id));
    if (rows.length > 0) await db(em).insertInto('category').values(rows).execute();
  }

  private async lock(em: EntityManager, ids: readonly string[]): Promise<void> {
    const rows = await db(em)
      .selectFrom('category')
      .leftJoin('attribute', 'attribute.categoryId', 'category.id')
      .select(['category.id', 'attribute.code', 'attribute.name', 'attribute.type'])
      .where('category.id', '=', anyOf(ids))
      .orderBy('category.id')
      .forKeyShare('category')
      .execute();
    for (const { id, code, name, type } of rows) {
      const attributes = this.attributes.get(id) ?? new Map();
      if (code !== null && name !== null && type !== null) attributes.set(code, { name, type });
      this.attributes.set(id, attributes);
    }
    const deleted = ids.find((id) => !this.attributes.has(id));
    if (deleted !== undefined) throw new Error(`The category ${deleted} was deleted meanwhile`);
  }
}

/** Each name as PostgreSQL compares it, and the category that has it. */
function findByName(em: EntityManager, names: readonly string[]) {
  const wanted = rowsAs(
    'wanted',
    { name: 'text' },
    names.map((name) => ({ name })),
  );
  return db(em)
    .selectFrom(wanted)
    .leftJoin('category', (join) => join.on(sql<boolean>`lower(category.name) = lower(wanted.name)`))
    .select(['wanted.name', sql<string>`lower(wanted.name)`.as('folded'), 'category.id'])
    .orderBy('folded')
    .orderBy('wanted.name')
    .execute();
}

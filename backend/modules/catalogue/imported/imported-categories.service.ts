import { sql } from 'kysely';
import type { AttributeType } from '#contract/catalogue.ts';
import { nameKey } from '#contract/words.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { isSameName } from '../../../core/database/names.ts';
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
   * Finds categories by name (see nameKey), and also those with `ids`. They can't be deleted until the transaction ends,
   * and no other transaction can create those that are missing.
   */
  static async find(em: EntityManager, names: readonly string[], ids: readonly string[]): Promise<ImportedCategories> {
    const categories = new ImportedCategories();
    let found = await findByName(em, names);
    if (found.some(({ id }) => id === null)) {
      const known = new Map(found.map(({ name, id }) => [name, id]));
      const missing = new Map<string, string>();
      // Named as its first line names it.
      for (const name of names) {
        if (known.get(name) === null && !missing.has(nameKey(name))) missing.set(nameKey(name), name);
      }
      const slugs = await claimSlugs(em, [...missing.values()]);
      // Another transaction may have added one while this one waited for the slugs.
      found = await findByName(em, names);
      for (const [key, name] of missing) {
        categories.unstored.set(key, { id: newId(), name, slug: slugs.get(name) ?? '' });
      }
    }
    for (const { name, id } of found) {
      const known = id ?? categories.unstored.get(nameKey(name))?.id;
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

/** Each name, and the category that has it or one that means the same. */
function findByName(em: EntityManager, names: readonly string[]) {
  const wanted = rowsAs(
    'wanted',
    { name: 'text' },
    names.map((name) => ({ name })),
  );
  return db(em)
    .selectFrom(wanted)
    .leftJoin('category', (join) => join.on(({ ref }) => isSameName('category.name', ref('wanted.name'))))
    .distinctOn('wanted.name')
    .select(['wanted.name', 'category.id'])
    .orderBy('wanted.name')
    .orderBy(sql`category.name = wanted.name`, 'desc')
    .orderBy('category.id')
    .execute();
}

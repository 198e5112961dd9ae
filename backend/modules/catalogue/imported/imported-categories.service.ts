import { sql } from 'kysely';
import type { AttributeType } from '#contract/catalogue/catalogue.ts';
import { nameKey } from '#contract/values/words.ts';
import type { LanguageCode } from '#messages/languages.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { isSameName } from '../../../core/database/names.ts';
import { anyOf, rowsAs } from '../../../core/database/queries.ts';
import { newId } from '../../../core/ids.ts';
import type { KnownAttributes } from '../attributes/attributes.queries.ts';
import { db } from '../catalogue.tables.ts';
import { lockNames, nameTaken } from '../categories/categories.service.ts';
import { claimSlugs } from '../categories/slugs.ts';
import { LineRefused } from './imported-values.ts';

/** A category that does not exist yet. `isNeeded` once a product is in it. */
type NewCategory = { id: string; name: string; slug: string; isNeeded: boolean };

/** By nameKey. */
export type NewCategories = Map<string, NewCategory>;

/** The categories of imported products: existing ones are locked, new ones are known until they are stored. */
export class ImportedCategories {
  /** By name. */
  private readonly idsByName = new Map<string, string>();
  /** The names that a new category can't have, each with a language in which another one has it. */
  private readonly taken = new Map<string, LanguageCode>();
  private readonly attributes = new Map<string, Map<string, { name: string; type: AttributeType }>>();
  private readonly added: NewCategories;

  private constructor(added: NewCategories) {
    this.added = added;
  }

  /**
   * Finds categories by name (see nameKey), and also those with `ids`. They can't be deleted until the transaction ends,
   * and no other transaction can create those that are missing.
   * @param added categories that earlier lines add, to which the missing ones are added
   */
  static async find(
    em: EntityManager,
    names: readonly string[],
    ids: readonly string[],
    added: NewCategories,
  ): Promise<ImportedCategories> {
    const categories = new ImportedCategories(added);
    let found = await findByName(em, names);
    const known = new Map(found.map(({ name, id }) => [name, id]));
    const missing = new Map<string, string>();
    // Named as its first line names it.
    for (const name of names) {
      const key = nameKey(name);
      if (known.get(name) === null && !added.has(key) && !missing.has(key)) missing.set(key, name);
    }
    if (missing.size > 0) {
      const slugs = await claimSlugs(em, [...missing.values()]);
      const languageOfSame = await lockNames(em, null);
      // Another transaction may have added one while this one waited for the slugs.
      found = await findByName(em, names);
      for (const [key, name] of missing) {
        const code = languageOfSame({ name, translations: {} });
        if (code !== undefined) categories.taken.set(key, code);
        else added.set(key, { id: newId(), name, slug: slugs.get(name) ?? '', isNeeded: false });
      }
    }
    for (const { name, id } of found) {
      const key = nameKey(name);
      const known = id ?? added.get(key)?.id;
      if (known !== undefined) categories.idsByName.set(name, known);
      else if (!categories.taken.has(key)) throw new Error(`The category ${name} was deleted meanwhile`);
    }
    const existing = found.flatMap(({ id }) => id ?? []);
    await categories.lock(em, [...new Set([...existing, ...ids])]);
    return categories;
  }

  /** @throws LineRefused if another category has the name in a language */
  idOf(name: string): string {
    const id = this.idsByName.get(name);
    if (id !== undefined) return id;
    const code = this.taken.get(nameKey(name));
    if (code === undefined) throw new Error(`The category ${name} was not looked up`);
    throw new LineRefused(['category'], nameTaken(code));
  }

  /** The attributes of a category by code; none for a new one. */
  attributesOf(categoryId: string): KnownAttributes {
    return this.attributes.get(categoryId) ?? new Map();
  }

  /** Those of the given categories that are new, and needed for the first time. */
  takeNew(categoryIds: ReadonlySet<string>): NewCategory[] {
    const needed = [...this.added.values()].filter(({ id, isNeeded }) => !isNeeded && categoryIds.has(id));
    for (const category of needed) category.isNeeded = true;
    return needed;
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

export async function storeCategories(em: EntityManager, categories: readonly NewCategory[]): Promise<void> {
  if (categories.length === 0) return;
  const rows = categories.map(({ id, name, slug }) => ({ id, name, slug }));
  await db(em).insertInto('category').values(rows).execute();
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

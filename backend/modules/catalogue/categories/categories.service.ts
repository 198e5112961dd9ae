import { sql } from 'kysely';
import type { CategoryInput, EditCategoryInput } from '#contract/catalogue/catalogue.input.ts';
import type { CategoryLabel } from '#contract/catalogue/catalogue.ts';
import { changeTranslations, type Translations } from '#contract/catalogue/translations.ts';
import { nameKey } from '#contract/values/words.ts';
import { m } from '#messages';
import { DEFAULT_LANGUAGE, type LanguageCode, languageCodes, languages } from '#messages/languages.ts';
import { type Actor, audit, changesBetween } from '../../../core/audit/audit.ts';
import { type EntityManager, refuseDuplicate } from '../../../core/database/db.ts';
import { isSameName } from '../../../core/database/names.ts';
import { AppError, found, invalid } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { db } from '../catalogue.tables.ts';
import { Category } from './category.entity.ts';
import { claimSlugs, slugOf } from './slugs.ts';

/**
 * Adds a category.
 * @param actor the admin who adds it; null for demo data
 * @returns its id
 * @throws AppError conflict if the name is taken, in any language; see nameKey
 */
export async function createCategory(
  em: EntityManager,
  actor: Actor | null,
  name: string,
  { translations: changes, labels = [], googleCategory = null }: Omit<CategoryInput, 'categoryName'> = {},
): Promise<string> {
  const translations = changeTranslations({}, changes);
  const id = newId();
  await refuseDuplicate('category_name_unique', m.catalogue.categoryNameTaken(), () =>
    em.transactional(async (em) => {
      const slugs = await claimSlugs(em, [name]);
      await refuseSameNames(em, { id, name, translations });
      em.create(Category, { id, name, translations, labels, googleCategory, slug: slugs.get(name) ?? '' });
      if (!actor) return;
      const changes = changesBetween({}, audited({ name, translations, labels, googleCategory }));
      audit(em, actor, { action: 'category.added', subjectId: id, subjectName: name, changes });
    }),
  );
  return id;
}

/**
 * Renames a category, and says what its products need and what Google calls it. A different case counts as a change; the same name changes nothing. Its former address keeps working.
 * @throws AppError notFound; conflict if the name is taken by another category; see nameKey
 */
export async function editCategory(
  em: EntityManager,
  actor: Actor,
  { id, categoryName, translations: changes, labels, googleCategory }: EditCategoryInput,
): Promise<void> {
  await refuseDuplicate('category_name_unique', m.catalogue.categoryNameTaken(), () =>
    em.transactional(async (em) => {
      const slugs = await claimSlugs(em, [categoryName]);
      // Also locks the category that has the name, in a fixed order, so that concurrent swaps of names can't deadlock.
      const locked = await db(em)
        .selectFrom('category')
        .select(['id', 'name', 'slug', 'translations', 'labels', 'googleCategory'])
        .$narrowType<Edited>()
        .where(({ eb, or }) => or([eb('id', '=', id), isSameName('name', categoryName)]))
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      const category = found(
        locked.find((row) => row.id === id),
        m.catalogue.categoryNotFound(),
      );
      const edited = {
        name: categoryName,
        translations: changeTranslations(category.translations, changes),
        labels: labels ?? category.labels,
        googleCategory: googleCategory === undefined ? category.googleCategory : googleCategory,
      };
      const differences = changesBetween(audited(category), audited(edited));
      if (Object.keys(differences).length === 0) return;
      await refuseSameNames(em, { id, ...edited });
      const isSameSlug = slugOf(categoryName) === slugOf(category.name);
      const slug = isSameSlug ? category.slug : (slugs.get(categoryName) ?? category.slug);
      await db(em)
        .updateTable('category')
        .set({ ...edited, slug })
        .where('id', '=', id)
        .execute();
      if (slug !== category.slug) await keepFormerSlug(em, category);
      audit(em, actor, {
        action: 'category.edited',
        subjectId: id,
        subjectName: category.name,
        changes: differences,
      });
    }),
  );
}

type Names = { name: string; translations: Translations<'categoryName'> };
type Edited = Names & { labels: CategoryLabel[]; googleCategory: number | null };

/** A category as the audit trail records it. */
function audited({ name, translations, labels, googleCategory }: Edited) {
  const names = Object.entries(translations).map(([code, { categoryName = '' }]) => [`name.${code}`, categoryName]);
  return { name, ...Object.fromEntries(names), labels: labels.toSorted().join(', ') || null, googleCategory };
}

/** Why a name is refused that another category has in a language. */
export function nameTaken(code: LanguageCode): string {
  return m.translations.nameTaken({ language: languages[code].name });
}

/** @throws AppError conflict if another category shows a name in a language in which this one would show it, too */
async function refuseSameNames(em: EntityManager, { id, ...names }: Names & { id: string }): Promise<void> {
  const code = (await lockNames(em, id))(names);
  if (code === undefined) return;
  const message = nameTaken(code);
  throw new AppError('conflict', message, { fields: { [`translations.${code}.categoryName`]: message } });
}

/**
 * Keeps others from changing names until the transaction ends.
 * @param id the category that is named; null for new ones
 * @returns a function that finds a language in which names are those of another category, while their default names differ:
 * equal default names have their own refusal
 */
export async function lockNames(
  em: EntityManager,
  id: string | null,
): Promise<(names: Names) => LanguageCode | undefined> {
  await em.execute(`select pg_advisory_xact_lock(hashtextextended('category names', 0))`);
  const rows = await db(em)
    .selectFrom('category')
    .select(['name', 'translations'])
    .$narrowType<Names>()
    .$if(id !== null, (others) => others.where('id', '<>', id))
    .execute();
  const others = rows.map(keysOf);
  return (names) => {
    const keys = keysOf(names);
    return languageCodes.find((code) =>
      others.some((other) => other[code] === keys[code] && other[DEFAULT_LANGUAGE] !== keys[DEFAULT_LANGUAGE]),
    );
  };
}

/** What is equal for equal names, by language. */
function keysOf({ name, translations }: Names): Partial<Record<LanguageCode, string>> {
  return Object.fromEntries(languageCodes.map((code) => [code, nameKey(translations[code]?.categoryName ?? name)]));
}

/** Deletes an empty category. @throws AppError notFound, conflict if it has products */
export async function deleteCategory(em: EntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (em) => {
    // Conflicts with lockCategory, so no product can be added meanwhile.
    const category = found(
      await db(em).selectFrom('category').select('name').where('id', '=', id).forUpdate().executeTakeFirst(),
      m.catalogue.categoryNotFound(),
    );
    const product = await db(em)
      .selectFrom('product')
      .select('id')
      .where('categoryId', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (product !== undefined) throw new AppError('conflict', m.catalogue.categoryHasProducts());
    await db(em).deleteFrom('category').where('id', '=', id).execute();
    const changes = changesBetween({ name: category.name }, {});
    audit(em, actor, { action: 'category.deleted', subjectId: id, subjectName: category.name, changes });
  });
}

/**
 * Prevents the deletion of a category until the transaction ends.
 * @returns its name
 * @throws AppError invalid if it doesn't exist
 */
export async function lockCategory(em: EntityManager, categoryId: string): Promise<string> {
  const category = await db(em)
    .selectFrom('category')
    .select('name')
    .where('id', '=', categoryId)
    .forKeyShare()
    .executeTakeFirst();
  if (category === undefined) throw invalid({ categoryId: m.catalogue.categoryNotFound() });
  return category.name;
}

/** Recomputes a category's count of published products. Writes nothing if the count is right. */
export async function refreshProductCount(em: EntityManager, categoryId: string): Promise<void> {
  await em.transactional(async (em) => {
    // Serializes concurrent counts, so the later one sees everything that the earlier one saw.
    await db(em).selectFrom('category').select('id').where('id', '=', categoryId).forNoKeyUpdate().execute();
    const count = db(em)
      .selectFrom('product')
      .select(sql<number>`count(*)::int`.as('productCount'))
      .where('categoryId', '=', categoryId)
      .where('isPublished', '=', true);
    await db(em)
      .updateTable('category')
      .from(count.as('counted'))
      .set(({ ref }) => ({ productCount: ref('counted.productCount') }))
      .where('category.id', '=', categoryId)
      .whereRef('category.productCount', 'is distinct from', 'counted.productCount')
      .execute();
  });
}

/** Of the categories that once had a slug, the last one keeps it as a former slug. */
async function keepFormerSlug(em: EntityManager, { id, slug }: { id: string; slug: string }): Promise<void> {
  await db(em)
    .insertInto('formerSlug')
    .values({ slug, categoryId: id })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ categoryId: id }))
    .execute();
}

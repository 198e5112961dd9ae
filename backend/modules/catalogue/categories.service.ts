import type { EditCategoryInput } from '#contract/catalogue.input.ts';
import type { CategoryColumn } from '#contract/catalogue.ts';
import type { TableQuery } from '#contract/table.ts';
import { type Actor, audit, changesBetween } from '../../core/audit.ts';
import { type EntityManager, isUniqueViolation } from '../../core/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { readTable, type TableSource } from '../../core/table.ts';
import type { CategoryRow, CategorySummaryRow } from './catalogue.present.ts';
import { Category } from './category.entity.ts';

export const NO_SUCH_CATEGORY = 'There is no such category';

const summaryTable: TableSource<CategoryColumn> = {
  select: 'c.id, c.name, c.product_count as "productCount"',
  from: 'category c',
  search: ['c.name'],
  columns: { name: 'lower(c.name)', products: 'c.product_count' },
  id: 'c.id',
};

const categoryTable: TableSource<CategoryColumn> = {
  ...summaryTable,
  select: `${summaryTable.select}, (
    select coalesce(
      json_agg(json_build_object('id', p.id, 'title', p.title, 'priceCents', p.price_cents) order by lower(p.title), p.id),
      '[]')
    from product p where p.category_id = c.id
  ) as products`,
};

/** The categories that a table shows now, with their products by title, and how many there are on all pages. */
export function listCategories(
  em: EntityManager,
  query: TableQuery<CategoryColumn>,
): Promise<{ rows: CategoryRow[]; total: number }> {
  return readTable(em, categoryTable, query);
}

/** As listCategories, without the products. */
export function listCategorySummaries(
  em: EntityManager,
  query: TableQuery<CategoryColumn>,
): Promise<{ rows: CategorySummaryRow[]; total: number }> {
  return readTable(em, summaryTable, query);
}

/**
 * Adds a category.
 * @param actor the admin who adds it; null for demo data
 * @returns its id
 * @throws AppError conflict if there is one of that name, in whatever case
 */
export async function createCategory(em: EntityManager, actor: Actor | null, name: string): Promise<string> {
  const id = newId();
  await refusingSameName(() =>
    em.transactional(async (em) => {
      em.create(Category, { id, name });
      if (!actor) return;
      const changes = changesBetween<{ name: string | null }>({ name: null }, { name });
      audit(em, actor, { action: 'category.added', subjectId: id, subjectName: name, changes });
    }),
  );
  return id;
}

/**
 * Renames a category. Its own name in another case is a new name; just the same name leaves no trace.
 * @throws AppError notFound, conflict if another one has that name, in whatever case
 */
export async function editCategory(
  em: EntityManager,
  actor: Actor,
  { id, categoryName }: EditCategoryInput,
): Promise<void> {
  await refusingSameName(() =>
    em.transactional(async (em) => {
      // In one order, together with the one that has the name: two that swap their names would wait for each other.
      const locked = await em.execute<{ id: string; name: string }[]>(
        'select id, name from category where id = ? or lower(name) = lower(?) order by id for no key update',
        [id, categoryName],
      );
      const category = locked.find((row) => row.id === id);
      if (category === undefined) throw new AppError('notFound', NO_SUCH_CATEGORY);
      const changes = changesBetween({ name: category.name }, { name: categoryName });
      if (Object.keys(changes).length === 0) return;
      await em.execute('update category set name = ? where id = ?', [categoryName, id]);
      audit(em, actor, { action: 'category.edited', subjectId: id, subjectName: category.name, changes });
    }),
  );
}

/** Deletes an empty category. @throws AppError notFound, conflict if it has products */
export async function deleteCategory(em: EntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (em) => {
    // Whoever puts a product into it holds it: this waits for them, and they for this.
    const [category] = await em.execute<{ name: string }[]>('select name from category where id = ? for update', [id]);
    if (category === undefined) throw new AppError('notFound', NO_SUCH_CATEGORY);
    const products = await em.execute<unknown[]>('select 1 from product where category_id = ? limit 1', [id]);
    if (products.length > 0) {
      throw new AppError('conflict', 'You cannot delete this category as it contains products');
    }
    await em.execute('delete from category where id = ?', [id]);
    const changes = changesBetween<{ name: string | null }>({ name: category.name }, { name: null });
    audit(em, actor, { action: 'category.deleted', subjectId: id, subjectName: category.name, changes });
  });
}

/**
 * Keeps a category from being deleted until the transaction ends.
 * @returns its name
 * @throws AppError invalid if there is none
 */
export async function holdCategory(em: EntityManager, categoryId: string): Promise<string> {
  const [category] = await em.execute<{ name: string }[]>('select name from category where id = ? for key share', [
    categoryId,
  ]);
  if (category === undefined) throw invalid({ categoryId: NO_SUCH_CATEGORY });
  return category.name;
}

/** Counts a category's products anew. The lock lets two counts follow one another, so that the later one stays. */
export async function refreshProductCount(em: EntityManager, categoryId: string): Promise<void> {
  await em.transactional(async (em) => {
    await em.execute('select 1 from category where id = ? for no key update', [categoryId]);
    await em.execute(
      `update category set product_count = (select count(*) from product where category_id = category.id) where id = ?`,
      [categoryId],
    );
  });
}

async function refusingSameName(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!isUniqueViolation(error, 'category_name_unique')) throw error;
    throw new AppError('conflict', 'Category Name exists', { cause: error });
  }
}

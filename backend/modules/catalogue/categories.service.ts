import { type EntityManager, isUniqueViolation } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { CategoryRow } from './catalogue.present.ts';
import { Category } from './category.entity.ts';

/** Adds a category. @returns its id @throws AppError conflict if there is one of that name, in whatever case */
export async function createCategory(em: EntityManager, name: string): Promise<string> {
  const id = newId();
  try {
    await em.transactional(async (em) => {
      em.create(Category, { id, name });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'category_name_unique')) {
      throw new AppError('conflict', 'Category Name exists', { cause: error });
    }
    throw error;
  }
  return id;
}

/** All categories with their products, both by name. */
export function listCategories(em: EntityManager): Promise<CategoryRow[]> {
  return em.execute<CategoryRow[]>(
    `select c.id, c.name, c.product_count as "productCount",
       coalesce(json_agg(json_build_object('id', p.id, 'title', p.title, 'priceCents', p.price_cents)
         order by lower(p.title), p.id) filter (where p.id is not null), '[]') as products
     from category c left join product p on p.category_id = c.id
     group by c.id order by lower(c.name)`,
  );
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

import { toast } from 'react-toastify/unstyled';
import type { CategoryInput } from '#contract/catalogue.input.ts';
import { type CategoryColumn, type CategorySummaryView, categoryColumns } from '#contract/catalogue.ts';
import { addCategory, deleteCategory, editCategory, getCategories } from '../../adminApi/categories.ts';
import { createTable } from './table.ts';

/** The categories, by name unless asked otherwise. */
export const categoriesTable = createTable<CategorySummaryView, CategoryColumn>({
  columns: categoryColumns,
  sort: 'name',
  direction: 'asc',
  load: async (request) => {
    const { allCategories, total } = await getCategories(request);
    return { rows: allCategories, total };
  },
});

/** Adds a category; the table is asked for anew, because its place in it is the server's to know. @throws ApiError */
export async function createCategory(values: CategoryInput): Promise<void> {
  const { message } = await addCategory(values);
  toast.success(message);
  await categoriesTable.reload();
}

/**
 * Renames a category, at once where it is shown; it has its old name again if that fails, which a toast tells.
 * Nothing is sent if the name is the same.
 * @returns why it failed; null if it worked
 */
export async function renameCategory(category: CategorySummaryView, { categoryName }: CategoryInput): Promise<unknown> {
  if (categoryName === category.categoryName) return null;
  let failure: unknown = null;
  await categoriesTable.change([{ ...category, categoryName }], async () => {
    try {
      const { message } = await editCategory({ id: category._id, categoryName });
      return { message };
    } catch (error) {
      failure = error;
      throw error;
    }
  });
  return failure;
}

/** Deletes a category; it comes back if that fails. */
export function removeCategory({ _id }: CategorySummaryView): Promise<boolean> {
  return categoriesTable.remove([_id], () => deleteCategory(_id));
}

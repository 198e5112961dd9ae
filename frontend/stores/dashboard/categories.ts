import type { CategoryInput } from '#contract/catalogue.input.ts';
import { type CategoryColumn, type CategorySummaryView, categoryColumns } from '#contract/catalogue.ts';
import { addCategory, deleteCategory, editCategory, getCategories } from '../../adminApi/categories.ts';
import { showNothingChanged, showToast } from '../../toasts.ts';
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
  const { message: sentence } = await addCategory(values);
  showToast('success', sentence);
  await categoriesTable.reload();
}

/**
 * Renames a category, at once where it is shown; it has its old name again if that fails. Nothing is sent, which is
 * told, if the name is the same.
 * @throws ApiError
 */
export async function renameCategory(category: CategorySummaryView, { categoryName }: CategoryInput): Promise<void> {
  if (categoryName === category.categoryName) {
    showNothingChanged();
    return;
  }
  let failure: unknown = null;
  await categoriesTable.change([{ ...category, categoryName }], async () => {
    try {
      return { message: (await editCategory({ id: category._id, categoryName })).message };
    } catch (error) {
      failure = error;
      throw error;
    }
  });
  // The table has told it already: the form shows it too, where the name can be mended.
  if (failure) throw failure;
}

/** Deletes a category; it comes back if that fails. */
export function removeCategory({ _id }: CategorySummaryView): Promise<boolean> {
  return categoriesTable.remove([_id], () => deleteCategory(_id));
}

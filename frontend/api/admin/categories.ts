import type { CategoryInput } from '#contract/catalogue.input.ts';
import { type CategoryColumn, type CategorySummaryView, categoryColumns } from '#contract/catalogue.ts';
import { showNothingChanged, showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { ApiError } from '../errors.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';
import { showAdminFailure, succeeds } from './failure.ts';
import { adminFallback } from './messages.ts';
import { createTable, type TableRequest } from './table.ts';

/** The categories, by name by default. */
export const categoriesTable = createTable({
  path: '/admin/category',
  columns: categoryColumns,
  sort: 'name',
  direction: 'asc',
  rowsOf: ({ allCategories }: { allCategories: CategorySummaryView[] }) => allCategories,
});

/** All categories by name, to choose from. */
export const categoryNames = createRemote<null, CategorySummaryView[]>({
  load: async (_args, { signal }) => {
    const path = '/admin/category?summary=true';
    return (await call<{ allCategories: CategorySummaryView[] }>('GET', path, { signal, quiet: true })).allCategories;
  },
  onFailure: showAdminFailure,
});

export function useCategoryNames() {
  return useRemote(categoryNames, null);
}

type Request = TableRequest<CategoryColumn>;

/** Adds a category, and reloads the table, which may show it on any page. @throws ApiError */
export async function addCategory(request: Request, values: CategoryInput): Promise<void> {
  const { message } = await call<{ message: string }>('POST', '/admin/category', {
    body: values,
    fallback: adminFallback.addCategory,
    quiet: true,
  }).catch(nameFieldError);
  showOnce('success', message);
  categoriesTable.remote.forgetHidden();
  await categoriesTable.remote.load(request, { quiet: true });
}

/** Renames a category, at once in the table. An unchanged name is not sent. @throws ApiError */
export async function renameCategory(
  request: Request,
  category: CategorySummaryView,
  { categoryName }: CategoryInput,
): Promise<void> {
  if (categoryName === category.categoryName) return showNothingChanged();
  const body = { id: category._id, categoryName };
  await categoriesTable.change(request, [{ ...category, categoryName }], () =>
    call<{ message: string }>('PUT', '/admin/category', {
      body,
      fallback: adminFallback.editCategory,
      quiet: true,
    }).catch(nameFieldError),
  );
}

/** A taken name is an error of the form's field. */
function nameFieldError(error: unknown): never {
  if (error instanceof ApiError && error.code === 'conflict') error.fields = { categoryName: error.message };
  throw error;
}

/** Deletes a category; a rejected delete is rolled back. Shows the response's `error`, not its `message`, as specified. */
export function removeCategory(request: Request, { _id }: CategorySummaryView): Promise<boolean> {
  const path = `/admin/category/${encodeURIComponent(_id)}`;
  const options = { fallback: adminFallback.deleteCategory, quiet: true };
  const send = () =>
    call<{ message: string }>('DELETE', path, options).catch((error) => {
      if (error instanceof ApiError && error.body.error) error.message = error.body.error;
      throw error;
    });
  return succeeds(categoriesTable.remove(request, [_id], send));
}

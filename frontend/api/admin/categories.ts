import {
  type CategoryColumn,
  type CategoryLabel,
  type CategorySummaryView,
  categoryColumns,
  categoryLabels,
} from '#contract/catalogue/catalogue.ts';
import { type CategoryTranslations, translationChanges } from '#contract/catalogue/translations.ts';
import { m } from '#messages';
import { showNothingChanged, showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { ApiError } from '../errors.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';
import { conflictAt, succeeds } from './failure.ts';
import { createTable, type TableRequest } from './table.ts';

/** The categories, by name by default. */
export const categoriesTable = createTable({
  load: (query, options) => call<'AdminCategories'>('GET', `/admin/category?${query}`, options),
  columns: categoryColumns,
  sort: 'name',
  direction: 'asc',
  rowsOf: ({ allCategories }) => allCategories,
});

/** All categories by name, to choose from. */
export const categoryNames = createRemote<null, CategorySummaryView[]>({
  load: async (_args, { signal }) => {
    return (await call<'AdminCategories'>('GET', '/admin/category?summary=true', { signal })).allCategories;
  },
});

export function useCategoryNames() {
  return useRemote(categoryNames, null);
}

type Request = TableRequest<CategoryColumn>;
type CategoryEdit = {
  categoryName: string;
  translations: CategoryTranslations;
  labels: CategoryLabel[];
  googleCategory: number | null;
};

/** Adds a category, and reloads the table, which may show it on any page. @throws ApiError */
export async function addCategory(request: Request, body: CategoryEdit): Promise<void> {
  const options = { body, task: m.categories.addTask() };
  const { message } = await call<'CategoryAdded'>('POST', '/admin/category', options).catch(conflictAt('categoryName'));
  showOnce('success', message);
  categoriesTable.remote.forgetHidden();
  await categoriesTable.remote.reload(request, { quiet: true });
}

/** Edits a category, at once in the table. Besides the name, only what has changed is sent. @throws ApiError */
export async function renameCategory(
  request: Request,
  category: CategorySummaryView,
  edited: CategoryEdit,
): Promise<void> {
  const { categoryName, translations, labels, googleCategory } = edited;
  const changes = translationChanges(category.translations ?? {}, translations);
  const hasSameLabels = categoryLabels.every((label) => labels.includes(label) === category.labels?.includes(label));
  // The previous release has none.
  const hasSameNumber = googleCategory === (category.googleCategory ?? null);
  const hasSameName = categoryName === category.categoryName && Object.keys(changes).length === 0;
  if (hasSameName && hasSameLabels && hasSameNumber) return showNothingChanged();
  const body = {
    id: category._id,
    categoryName,
    translations: changes,
    ...(!hasSameLabels && { labels }),
    ...(!hasSameNumber && { googleCategory }),
  };
  const options = { body, task: m.categories.editTask() };
  await categoriesTable.change(request, [{ ...category, ...edited }], () =>
    call<'Done'>('PUT', '/admin/category', options).catch(conflictAt('categoryName')),
  );
}

/** Deletes a category; a rejected delete is rolled back. Shows the response's `error`, not its `message`, as specified. */
export function removeCategory(request: Request, { _id }: CategorySummaryView): Promise<boolean> {
  const path = `/admin/category/${encodeURIComponent(_id)}`;
  const send = () =>
    call<'Done'>('DELETE', path, { task: m.categories.deleteTask() }).catch((error) => {
      if (error instanceof ApiError && error.body.error) error.message = error.body.error;
      throw error;
    });
  return succeeds(categoriesTable.remove(request, [_id], send));
}

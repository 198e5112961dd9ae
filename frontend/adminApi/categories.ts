import type { CategoryInput, EditCategoryInput } from '#contract/catalogue.input.ts';
import type { CategoryColumn, CategorySummaryView } from '#contract/catalogue.ts';
import type { TableTotal } from '#contract/table.ts';
import { call } from '../api/call.ts';
import { ApiError } from '../api/errors.ts';
import { adminFallback } from './messages.ts';
import { type TableRequest, tablePath } from './table.ts';

/** One page of the categories, without their products. */
export function getCategories(
  request: TableRequest<CategoryColumn>,
): Promise<TableTotal & { allCategories: CategorySummaryView[] }> {
  return call('GET', tablePath('/admin/category', request), { quiet: true });
}

export function addCategory(values: CategoryInput): Promise<{ message: string }> {
  return call('POST', '/admin/category', { body: values, fallback: adminFallback.addCategory, quiet: true });
}

export function editCategory(values: EditCategoryInput): Promise<{ message: string }> {
  return call('PUT', '/admin/category', { body: values, fallback: adminFallback.editCategory, quiet: true });
}

/** Deletes an empty category. Why it can't be is told by the answer's `error`, here alone: the specification has it so. */
export async function deleteCategory(id: string): Promise<{ message: string }> {
  const path = `/admin/category/${encodeURIComponent(id)}`;
  try {
    return await call('DELETE', path, { fallback: adminFallback.deleteCategory, quiet: true });
  } catch (error) {
    if (error instanceof ApiError && error.body.error) error.message = error.body.error;
    throw error;
  }
}

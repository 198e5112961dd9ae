import { proxy, ref } from 'valtio';
import type { CategorySummaryView } from '#contract/catalogue.ts';
import { getCategoryNames } from '../../adminApi/catalogue.ts';
import { showAdminFailure } from './failure.ts';

type CategoryNames = {
  /** By name; null until they are there. */
  list: ReturnType<typeof ref<CategorySummaryView[]>> | null;
  loading: boolean;
  /** The sentence of the last load if it failed. */
  error: string | null;
};

/** The categories that a product can be put in, or a table narrowed to. */
export const categoryNames = proxy<CategoryNames>({ list: null, loading: false, error: null });

/** Fetches the categories; those that are known stay until the answer is there. */
export async function loadCategoryNames(): Promise<void> {
  categoryNames.loading = true;
  try {
    const { allCategories } = await getCategoryNames();
    Object.assign(categoryNames, { list: ref(allCategories), error: null });
  } catch (error) {
    categoryNames.error = showAdminFailure(error);
  } finally {
    categoryNames.loading = false;
  }
}

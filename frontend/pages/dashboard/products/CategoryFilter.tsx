import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { AdminProductView, ProductColumn } from '#contract/catalogue.ts';
import { categoryNames, loadCategoryNames } from '../../../stores/dashboard/categoryNames.ts';
import { TableFilter } from '../table/TableFilter.tsx';
import type { TableView } from '../table/useTable.ts';
import { CategoriesRetry, NO_CATEGORY_NAMES } from './CategoriesRetry.tsx';

/** Narrows the products to a category. */
export function CategoryFilter({ view }: { view: TableView<AdminProductView, ProductColumn> }) {
  const { list, error } = useSnapshot(categoryNames);
  useEffect(() => {
    void loadCategoryNames();
  }, []);
  return (
    <>
      <TableFilter
        view={view}
        name="categoryId"
        label="Category"
        all="All categories"
        options={(list ?? []).map(({ _id, categoryName }) => ({ value: _id, name: categoryName }))}
        unavailable={!list && error ? NO_CATEGORY_NAMES : undefined}
      />
      <CategoriesRetry />
    </>
  );
}

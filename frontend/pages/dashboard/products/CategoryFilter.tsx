import type { AdminProductView, ProductColumn } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import { useCategoryNames } from '../../../api/admin/categories.ts';
import { TableFilter } from '../table/TableFilter.tsx';
import type { TableView } from '../table/useTable.ts';
import { CategoriesRetry } from './CategoriesRetry.tsx';

/** Filters the products by category. */
export function CategoryFilter({ view }: { view: TableView<AdminProductView, ProductColumn> }) {
  const { data: categories, error } = useCategoryNames();
  return (
    <>
      <TableFilter
        view={view}
        name="categoryId"
        label={m.products.category()}
        all={m.products.allCategories()}
        options={Object.fromEntries((categories ?? []).map(({ _id, categoryName }) => [_id, categoryName]))}
        unavailable={!categories && error ? m.products.noCategoryNames() : undefined}
      />
      <CategoriesRetry />
    </>
  );
}

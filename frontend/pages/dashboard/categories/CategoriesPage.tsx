import { useState } from 'react';
import type { CategorySummaryView } from '#contract/catalogue.ts';
import { Button } from '../../../components/Button.tsx';
import { categoriesTable } from '../../../stores/dashboard/categories.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useTable } from '../table/useTable.ts';
import { CategoryDialog } from './CategoryDialog.tsx';
import { categoryTableColumns } from './categoryColumns.tsx';
import { DeleteCategoryDialog } from './DeleteCategoryDialog.tsx';

/** The categories, and what can be done with each. */
export default function CategoriesPage() {
  const view = useTable(categoriesTable);
  const [isAdding, setIsAdding] = useState(false);
  const [toEdit, setToEdit] = useState<CategorySummaryView | null>(null);
  const [toDelete, setToDelete] = useState<CategorySummaryView | null>(null);
  return (
    <>
      <ScreenHead
        actions={
          <Button size="small" variant="primary" onClick={() => setIsAdding(true)}>
            Add Category
          </Button>
        }
      />
      <DataTable
        view={view}
        nouns={['category', 'categories']}
        columns={categoryTableColumns({ onEdit: setToEdit, onDelete: setToDelete })}
        empty="There is not any category"
      />
      <CategoryDialog open={isAdding} onClose={() => setIsAdding(false)} />
      <CategoryDialog open={toEdit !== null} category={toEdit} onClose={() => setToEdit(null)} />
      <DeleteCategoryDialog category={toDelete} onClose={() => setToDelete(null)} />
    </>
  );
}

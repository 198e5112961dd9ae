import { useState } from 'react';
import type { CategorySummaryView } from '#contract/catalogue.ts';
import { categoriesTable } from '../../../api/admin/categories.ts';
import { Button } from '../../../components/Button.tsx';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useTable } from '../table/useTable.ts';
import { CategoryDialog } from './CategoryDialog.tsx';
import { categoryTableColumns } from './categoryColumns.tsx';
import { DeleteCategoryDialog } from './DeleteCategoryDialog.tsx';

/** Lists the categories, to add, rename and delete them. */
export default function CategoriesPage() {
  const view = useTable(categoriesTable);
  const [isAdding, setIsAdding] = useState(false);
  const [toEdit, setToEdit] = useState<CategorySummaryView | null>(null);
  const [toDelete, setToDelete] = useState<string | null>(null);
  const askToDelete = ({ _id }: CategorySummaryView) => {
    setToDelete(_id);
    // Its products may have moved since the table was loaded.
    view.refresh();
  };
  return (
    <>
      <ScreenHead
        actions={
          <Button size="small" variant="primary" onClick={() => setIsAdding(true)}>
            Add category
          </Button>
        }
      />
      <DataTable
        view={view}
        noun={adminNouns.category}
        columns={categoryTableColumns({ onEdit: setToEdit, onDelete: askToDelete })}
        empty="There is not any category"
      />
      <CategoryDialog open={isAdding} request={view.request} onClose={() => setIsAdding(false)} />
      <CategoryDialog open={toEdit !== null} request={view.request} category={toEdit} onClose={() => setToEdit(null)} />
      <DeleteCategoryDialog
        category={view.rows?.find(({ _id }) => _id === toDelete) ?? null}
        request={view.request}
        onClose={() => setToDelete(null)}
      />
    </>
  );
}

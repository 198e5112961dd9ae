import { useState } from 'react';
import { type AdminProductView, type ProductAvailability, productAvailabilities } from '#contract/catalogue.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import type { UndoableEdit } from '../../../api/admin/bulkEdits.ts';
import { exportProducts, hasPendingPicture, productsTable } from '../../../api/admin/products.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { nouns } from '../../../texts/nouns.ts';
import { Allowed } from '../Allowed.tsx';
import { ExportButton } from '../ExportButton.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { Selection } from '../table/useSelection.ts';
import { useTable } from '../table/useTable.ts';
import { BulkEditDialog } from './bulk/BulkEditDialog.tsx';
import { UndoBar } from './bulk/UndoBar.tsx';
import { CategoryFilter } from './CategoryFilter.tsx';
import { DeleteProductDialog } from './DeleteProductDialog.tsx';
import { productTableColumns } from './productColumns.tsx';

const availabilityNames: Record<ProductAvailability, string> = {
  low: 'Low stock',
  soldOut: 'Sold out',
  unpublished: 'Unpublished',
};

/** Lists the products, to edit one or many, delete, import and export them. */
export default function ProductsPage() {
  const view = useTable(productsTable, hasPendingPicture);
  const [toDelete, setToDelete] = useState<AdminProductView | null>(null);
  const [toEdit, setToEdit] = useState<Selection<AdminProductView> | null>(null);
  const [lastEdit, setLastEdit] = useState<UndoableEdit | null>(null);

  const endEdit = (edit: UndoableEdit | null) => {
    toEdit?.clear();
    setToEdit(null);
    setLastEdit(edit);
  };

  return (
    <>
      <ScreenHead
        actions={
          <>
            <ExportButton onExport={exportProducts} />
            <Allowed to="imports.run">
              <ButtonLink size="small" href={pagePatterns.importProducts}>
                Import
              </ButtonLink>
            </Allowed>
            <ButtonLink size="small" variant="primary" href={pagePatterns.addProduct}>
              Add product
            </ButtonLink>
          </>
        }
      />
      {lastEdit && (
        <UndoBar key={lastEdit.bulkEditId} edit={lastEdit} request={view.request} onEnd={() => setLastEdit(null)} />
      )}
      <DataTable
        view={view}
        noun={nouns.product}
        columns={productTableColumns(setToDelete)}
        empty="There are no products"
        filters={
          <>
            <CategoryFilter view={view} />
            <TableFilter
              view={view}
              name="availability"
              label="Availability"
              all="Any availability"
              options={productAvailabilities.map((value) => ({ value, name: availabilityNames[value] }))}
            />
          </>
        }
        rowName={({ title }) => title}
        bulkActions={(selection) => (
          <Button size="small" onClick={() => setToEdit(selection)}>
            Edit
          </Button>
        )}
      />
      <BulkEditDialog selection={toEdit} view={view} onSaved={endEdit} onClose={() => setToEdit(null)} />
      <DeleteProductDialog product={toDelete} request={view.request} onClose={() => setToDelete(null)} />
    </>
  );
}

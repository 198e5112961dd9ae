import { useState } from 'react';
import {
  type AdminProductView,
  type ProductAvailability,
  type ProductColumn,
  productAvailabilities,
} from '#contract/catalogue.ts';
import { counted } from '#contract/numbers.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import type { UndoableEdit } from '../../../api/admin/bulkEdits.ts';
import { exportProducts, hasPendingPicture, productsTable, removeProduct } from '../../../api/admin/products.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { nouns } from '../../../texts/nouns.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { Selection } from '../table/useSelection.ts';
import { useTable } from '../table/useTable.ts';
import { useCan } from '../useCan.ts';
import { BulkEditDialog } from './bulk/BulkEditDialog.tsx';
import { UndoBar } from './bulk/UndoBar.tsx';
import { CategoryFilter } from './CategoryFilter.tsx';
import { productTableColumns } from './productColumns.tsx';

const availabilityNames: Record<ProductAvailability, string> = {
  low: 'Low stock',
  soldOut: 'Sold out',
  unpublished: 'Unpublished',
};

/** Lists the products, to edit one or many, delete, import and export them. */
export default function ProductsPage() {
  const view = useTable(productsTable, hasPendingPicture);
  const canImport = useCan()('imports.run');
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
            <ActionButton size="small" action={exportProducts}>
              Export CSV
            </ActionButton>
            {canImport && (
              <ButtonLink size="small" href={pagePatterns.importProducts}>
                Import
              </ButtonLink>
            )}
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
        columns={productTableColumns((product) => askToDelete(view.request, product))}
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
    </>
  );
}

/** Lists what is deleted with the product. */
async function askToDelete(request: TableRequest<ProductColumn>, product: AdminProductView): Promise<void> {
  const { title, commentCount, allRatings } = product;
  const parts = [
    commentCount > 0 && counted(commentCount, adminNouns.comment),
    allRatings.length > 0 && counted(allRatings.length, nouns.rating),
  ].filter(Boolean);
  const text = (
    <>
      <p>
        <strong>{title}</strong>
        <span>{` will be permanently deleted${parts.length > 0 ? `, with its ${parts.join(' and ')}` : ''}.`}</span>
      </p>
      <p>Past orders aren't affected.</p>
    </>
  );
  if (await confirm({ title: 'Delete this product?', text, action: 'Delete' })) void removeProduct(request, product);
}

import { useState } from 'react';
import { type AdminProductView, type ProductAvailability, productAvailabilities } from '#contract/catalogue.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { exportProducts, hasPendingPicture, productsTable } from '../../../api/admin/products.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { nouns } from '../../../nouns.ts';
import { ExportButton } from '../ExportButton.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import { useTable } from '../table/useTable.ts';
import { CategoryFilter } from './CategoryFilter.tsx';
import { DeleteProductDialog } from './DeleteProductDialog.tsx';
import { productTableColumns } from './productColumns.tsx';

const availabilityNames: Record<ProductAvailability, string> = {
  low: 'Low stock',
  soldOut: 'Sold out',
  unpublished: 'Unpublished',
};

/** Lists the products, to edit, delete, import and export them. */
export default function ProductsPage() {
  const view = useTable(productsTable, hasPendingPicture);
  const [toDelete, setToDelete] = useState<AdminProductView | null>(null);

  return (
    <>
      <ScreenHead
        actions={
          <>
            <ExportButton onExport={exportProducts} />
            <ButtonLink size="small" href={pagePatterns.importProducts}>
              Import
            </ButtonLink>
            <ButtonLink size="small" variant="primary" href={pagePatterns.addProduct}>
              Add product
            </ButtonLink>
          </>
        }
      />
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
      />
      <DeleteProductDialog product={toDelete} request={view.request} onClose={() => setToDelete(null)} />
    </>
  );
}

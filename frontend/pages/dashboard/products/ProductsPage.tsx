import { useState } from 'react';
import type { AdminProductView } from '#contract/catalogue.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { useRefreshWhile } from '../../../components/useRefreshWhile.ts';
import { showAdminFailure } from '../../../stores/dashboard/failure.ts';
import { exportAllProducts, productsTable } from '../../../stores/dashboard/products.ts';
import { ExportButton } from '../ExportButton.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useTable } from '../table/useTable.ts';
import { CategoryFilter } from './CategoryFilter.tsx';
import { DeleteProductDialog } from './DeleteProductDialog.tsx';
import { productTableColumns } from './productColumns.tsx';

/** Every product, and what can be done with each. */
export default function ProductsPage() {
  const view = useTable(productsTable);
  const [toDelete, setToDelete] = useState<AdminProductView | null>(null);
  const isPreparing = view.rows?.some(({ imageState }) => imageState === 'processing') ?? false;
  useRefreshWhile(isPreparing, productsTable.refresh, showAdminFailure);

  return (
    <>
      <ScreenHead
        actions={
          <>
            <ExportButton onExport={exportAllProducts} />
            <ButtonLink size="small" href={pagePatterns.importProducts}>
              Import
            </ButtonLink>
            <ButtonLink size="small" variant="primary" href={pagePatterns.addProduct}>
              Add Product
            </ButtonLink>
          </>
        }
      />
      <DataTable
        view={view}
        nouns={['product', 'products']}
        columns={productTableColumns(setToDelete)}
        empty="There are no products"
        filters={<CategoryFilter view={view} />}
      />
      <DeleteProductDialog product={toDelete} onClose={() => setToDelete(null)} />
    </>
  );
}

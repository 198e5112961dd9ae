import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminProductView, ProductAvailability, ProductColumn } from '#contract/catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { counted, formatNumber } from '#contract/numbers.ts';
import { pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import { m } from '#messages';
import type { UndoableEdit } from '../../../api/admin/bulkEdits.ts';
import { exportProducts, hasPendingPicture, productsTable, removeProduct } from '../../../api/admin/products.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { navigate } from '../../../browser/address.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Badge } from '../../../components/Badge.tsx';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { ProductPicture } from '../../../components/product/ProductPicture.tsx';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { nouns } from '../../../texts/nouns.ts';
import { None } from '../None.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { deleteColumn, editColumn } from '../table/actionColumns.tsx';
import { numberColumn, type TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import { RowMenu, RowMenuItem } from '../table/RowMenu.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { TableTexts } from '../table/tableTexts.ts';
import type { Selection } from '../table/useSelection.ts';
import { useTable } from '../table/useTable.ts';
import { useCan } from '../useCan.ts';
import { BulkEditDialog } from './bulk/BulkEditDialog.tsx';
import { UndoBar } from './bulk/UndoBar.tsx';
import { CategoryFilter } from './CategoryFilter.tsx';
import { PictureState } from './PictureState.tsx';
import styles from './ProductsPage.module.css';
import { StockCount } from './StockCount.tsx';
import { newProductAddress } from './sources.ts';

const texts: TableTexts = {
  title: m.products.title,
  search: m.products.search,
  counted: m.products.counted,
  empty: m.products.empty,
  noMatch: m.products.noMatch,
  selectAll: m.products.selectAll,
  selected: m.products.selected,
};

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
        texts={texts}
        columns={columnsFor(view.request)}
        filters={
          <>
            <CategoryFilter view={view} />
            <TableFilter
              view={view}
              name="availability"
              label="Availability"
              all="Any availability"
              options={availabilityNames}
            />
          </>
        }
        rowName={nameOf}
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

const nameOf = ({ title }: AdminProductView) => title;

/** Prices are in EUR, as stored. */
function columnsFor(request: TableRequest<ProductColumn>): TableColumn<AdminProductView, ProductColumn>[] {
  return [
    numberColumn(),
    {
      title: 'Image',
      role: 'picture',
      cell: ({ image, imageWidths, imageState }) => (
        <span className={styles.picture}>
          <ProductPicture {...{ image, imageWidths, imageState }} alt="" sizes="3rem" small />
        </span>
      ),
    },
    {
      title: 'Title',
      sort: 'title',
      role: 'name',
      minWidth: 'min(12rem, 14cqi)',
      cell: (product) => (
        <>
          <Link
            href={pageAddress('product', { productId: product._id })}
            className="clamp quiet-link"
            title={product.title}
          >
            {product.title}
          </Link>
          <PictureState product={product} />
          {!product.isPublished && <Badge tone="quiet">Unpublished</Badge>}
        </>
      ),
    },
    { title: 'Price', sort: 'price', isNumber: true, cell: ({ price }) => formatPrice(price, 'EUR') },
    { title: 'Stock', sort: 'stock', isNumber: true, cell: (product) => <StockCount product={product} /> },
    {
      title: 'Category',
      sort: 'category',
      minWidth: 'min(8rem, 11cqi)',
      cell: ({ categoryId }) => categoryId.categoryName.toLowerCase(),
    },
    {
      title: 'Rating',
      sort: 'rating',
      firstDirection: 'desc',
      isNumber: true,
      cell: ({ rating }) => (rating === 0 ? <None>{m.admin.noRatings()}</None> : formatNumber(rating, 1)),
    },
    editColumn(nameOf, { href: ({ _id }) => pageAddress('editProduct', { productId: _id }) }),
    { title: 'More', role: 'action', isOptional: true, cell: (product) => <More product={product} /> },
    deleteColumn(nameOf, (product) => askToDelete(request, product)),
  ];
}

/** The less frequent actions on a product. */
function More({ product: { _id: productId, title } }: { product: AdminProductView }) {
  const name = <span className="visually-hidden"> {title}</span>;
  return (
    <RowMenu name={title}>
      <RowMenuItem onPress={() => navigate(newProductAddress('copy', productId))}>Duplicate{name}</RowMenuItem>
      <RowMenuItem onPress={() => navigate(newProductAddress('variant', productId))}>
        Add variants<span className="visually-hidden"> of {title}</span>
      </RowMenuItem>
    </RowMenu>
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

import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminProductView, ProductAvailability, ProductColumn } from '#contract/catalogue/catalogue.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { listed } from '#contract/values/lists.ts';
import { formatPrice } from '#contract/values/money.ts';
import { formatNumber } from '#contract/values/numbers.ts';
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
import { hidden, Sentence } from '../../../components/Sentence.tsx';
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

const availabilityNames = (): Record<ProductAvailability, string> => ({
  low: m.products.lowStock(),
  soldOut: m.products.soldOut(),
  unpublished: m.products.unpublished(),
});

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
              {m.products.exportCsv()}
            </ActionButton>
            {canImport && (
              <ButtonLink size="small" href={pagePatterns.importProducts}>
                {m.products.import()}
              </ButtonLink>
            )}
            <ButtonLink size="small" variant="primary" href={pagePatterns.addProduct}>
              {m.products.add()}
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
              label={m.products.availability()}
              all={m.products.anyAvailability()}
              options={availabilityNames()}
            />
          </>
        }
        rowName={nameOf}
        bulkActions={(selection) => (
          <Button size="small" onClick={() => setToEdit(selection)}>
            {m.common.edit()}
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
      title: m.products.image,
      role: 'picture',
      cell: ({ image, imageWidths, imageState }) => (
        <span className={styles.picture}>
          <ProductPicture {...{ image, imageWidths, imageState }} alt="" sizes="3rem" small />
        </span>
      ),
    },
    {
      title: m.products.titleField,
      sort: 'title',
      role: 'name',
      minWidth: 'min(12rem, 11cqi)',
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
          {!product.isPublished && <Badge tone="quiet">{m.products.unpublished()}</Badge>}
        </>
      ),
    },
    { title: m.products.price, sort: 'price', isNumber: true, cell: (product) => <ProductPrice product={product} /> },
    { title: m.products.stock, sort: 'stock', isNumber: true, cell: (product) => <StockCount product={product} /> },
    {
      title: m.products.category,
      sort: 'category',
      minWidth: 'min(8rem, 8cqi)',
      cell: ({ categoryId }) => categoryId.categoryName.toLowerCase(),
    },
    {
      title: m.products.rating,
      sort: 'rating',
      firstDirection: 'desc',
      isNumber: true,
      isOptional: true,
      cell: ({ rating }) => (rating === 0 ? <None>{m.admin.noRatings()}</None> : formatNumber(rating, 1)),
    },
    editColumn(nameOf, { href: ({ _id }) => pageAddress('editProduct', { productId: _id }) }),
    { title: m.products.more, role: 'action', isOptional: true, cell: (product) => <More product={product} /> },
    deleteColumn(nameOf, (product) => askToDelete(request, product)),
  ];
}

/** The regular price, and that of a running sale. */
function ProductPrice({ product: { price, salePrice, isOnSale } }: { product: AdminProductView }) {
  return (
    <>
      <span>{formatPrice(price, 'EUR')}</span>
      {isOnSale && salePrice !== null && (
        <>
          <br />
          <span className="accent text-small">{m.sales.nowAt({ price: formatPrice(salePrice, 'EUR') })}</span>
        </>
      )}
    </>
  );
}

/** The less frequent actions on a product. */
function More({ product: { _id: productId, title } }: { product: AdminProductView }) {
  return (
    <RowMenu name={title}>
      <RowMenuItem onPress={() => navigate(newProductAddress('copy', productId))}>
        {m.products.duplicate()}
        <span className="visually-hidden"> {title}</span>
      </RowMenuItem>
      <RowMenuItem onPress={() => navigate(newProductAddress('variant', productId))}>
        <Sentence of={m.products.addVariantsTo({ title })} parts={{ hidden }} />
      </RowMenuItem>
    </RowMenu>
  );
}

/** Lists what is deleted with the product. */
async function askToDelete(request: TableRequest<ProductColumn>, product: AdminProductView): Promise<void> {
  const { title, commentCount, allRatings } = product;
  const others = [
    ...(commentCount > 0 ? [m.products.withComments({ count: commentCount })] : []),
    ...(allRatings.length > 0 ? [m.products.withRatings({ count: allRatings.length })] : []),
  ];
  const sentence =
    others.length > 0
      ? m.products.willBeDeletedWith({ title, others: listed(others) })
      : m.products.willBeDeleted({ title });
  const text = (
    <>
      <p>
        <Sentence of={sentence} parts={{ strong: (text) => <strong>{text}</strong> }} />
      </p>
      <p>{m.products.ordersStay()}</p>
    </>
  );
  const question = { title: m.products.deleteTitle(), text, action: m.common.delete() };
  if (await confirm(question)) void removeProduct(request, product);
}

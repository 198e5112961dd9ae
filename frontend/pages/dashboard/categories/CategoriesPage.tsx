import { useState } from 'react';
import { Link } from 'wouter';
import type { CategoryColumn, CategorySummaryView } from '#contract/catalogue/catalogue.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { categoriesTable } from '../../../api/admin/categories.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { deleteColumn, editColumn } from '../table/actionColumns.tsx';
import { numberColumn, type TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import type { TableTexts } from '../table/tableTexts.ts';
import { useTable } from '../table/useTable.ts';
import { CategoryDialog } from './CategoryDialog.tsx';
import { DeleteCategoryDialog } from './DeleteCategoryDialog.tsx';

const texts: TableTexts = {
  title: m.categories.title,
  search: m.categories.search,
  counted: m.categories.counted,
  empty: m.categories.empty,
  noMatch: m.categories.noMatch,
};

const nameOf = ({ categoryName }: CategorySummaryView) => categoryName;

/** Lists the categories, to add, rename and delete them. */
export default function CategoriesPage() {
  const view = useTable(categoriesTable);
  const [toEdit, setToEdit] = useState<CategorySummaryView | 'new' | null>(null);
  const [toDelete, setToDelete] = useState<string | null>(null);
  const askToDelete = ({ _id }: CategorySummaryView) => {
    setToDelete(_id);
    // Its products may have moved since the table was loaded.
    view.refresh();
  };
  const columns: TableColumn<CategorySummaryView, CategoryColumn>[] = [
    numberColumn(),
    {
      title: m.categories.name,
      sort: 'name',
      role: 'name',
      minWidth: 'min(12rem, 18cqi)',
      cell: ({ _id, categoryName }) => (
        <Link href={pageAddress('attributes', { categoryId: _id })} title={m.attributes.of({ category: categoryName })}>
          {categoryName}
        </Link>
      ),
    },
    {
      title: m.categories.lowerName,
      minWidth: 'min(10rem, 15cqi)',
      cell: ({ categoryName }) => <span className="soft breaks">{categoryName.toLowerCase()}</span>,
    },
    {
      title: m.categories.products,
      sort: 'products',
      firstDirection: 'desc',
      isNumber: true,
      cell: ({ productCount }) => formatNumber(productCount),
    },
    {
      title: m.categories.viewProducts,
      role: 'action',
      cell: ({ _id, categoryName }) => (
        <ButtonLink size="small" variant="quiet" href={`${pagePatterns.products}?categoryId=${_id}`}>
          <Sentence of={m.categories.viewProductsOf({ name: categoryName })} parts={{ hidden }} />
        </ButtonLink>
      ),
    },
    editColumn(nameOf, { onEdit: setToEdit }),
    deleteColumn(nameOf, askToDelete),
  ];
  return (
    <>
      <ScreenHead
        actions={
          <Button size="small" variant="primary" onClick={() => setToEdit('new')}>
            {m.categories.add()}
          </Button>
        }
      />
      <DataTable view={view} texts={texts} columns={columns} />
      <CategoryDialog
        open={toEdit !== null}
        request={view.request}
        category={toEdit === 'new' ? null : toEdit}
        onClose={() => setToEdit(null)}
      />
      <DeleteCategoryDialog
        category={view.rows?.find(({ _id }) => _id === toDelete) ?? null}
        request={view.request}
        onClose={() => setToDelete(null)}
      />
    </>
  );
}

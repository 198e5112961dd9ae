import { Link } from 'wouter';
import type { CategoryColumn, CategorySummaryView } from '#contract/catalogue.ts';
import { formatNumber } from '#contract/numbers.ts';
import { pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { deleteColumn, editColumn } from '../table/actionColumns.tsx';
import { numberColumn, type TableColumn } from '../table/columns.ts';

type Column = TableColumn<CategorySummaryView, CategoryColumn>;

type CategoryActions = {
  onEdit: (category: CategorySummaryView) => void;
  onDelete: (category: CategorySummaryView) => void;
};

const nameOf = ({ categoryName }: CategorySummaryView) => categoryName;

/** The columns of the categories table. */
export function categoryTableColumns({ onEdit, onDelete }: CategoryActions): Column[] {
  return [
    numberColumn(),
    {
      title: 'Name',
      sort: 'name',
      role: 'name',
      minWidth: 'min(12rem, 18cqi)',
      cell: ({ _id, categoryName }) => (
        <Link href={pageAddress('attributes', { categoryId: _id })} title={`Attributes of ${categoryName}`}>
          {categoryName}
        </Link>
      ),
    },
    {
      title: 'Lower name',
      minWidth: 'min(10rem, 15cqi)',
      cell: ({ categoryName }) => <span className="soft breaks">{categoryName.toLowerCase()}</span>,
    },
    {
      title: 'Products',
      sort: 'products',
      firstDirection: 'desc',
      isNumber: true,
      cell: ({ productCount }) => formatNumber(productCount),
    },
    {
      title: 'View products',
      role: 'action',
      cell: ({ _id, categoryName }) => (
        <ButtonLink size="small" variant="quiet" href={`${pagePatterns.products}?categoryId=${_id}`}>
          View products<span className="visually-hidden"> of {categoryName}</span>
        </ButtonLink>
      ),
    },
    editColumn(nameOf, { onEdit }),
    deleteColumn(nameOf, onDelete),
  ];
}

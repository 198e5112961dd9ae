import { Link } from 'wouter';
import type { AdminProductView, ProductColumn } from '#contract/catalogue.ts';
import { formatPrice } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { ProductPicture } from '../../../components/product/ProductPicture.tsx';
import { None } from '../None.tsx';
import { deleteColumn, editColumn } from '../table/actionColumns.tsx';
import { numberColumn, type TableColumn } from '../table/columns.ts';
import { Availability } from './Availability.tsx';
import { PictureState } from './PictureState.tsx';
import styles from './ProductsPage.module.css';

type Column = TableColumn<AdminProductView, ProductColumn>;

const nameOf = ({ title }: AdminProductView) => title;

/** The columns of the products table. Prices are in EUR, as stored. */
export function productTableColumns(onDelete: (product: AdminProductView) => void): Column[] {
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
      minWidth: 'min(12rem, 20cqi)',
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
          <Availability product={product} />
        </>
      ),
    },
    { title: 'Price', sort: 'price', isNumber: true, cell: ({ price }) => formatPrice(price, 'EUR') },
    {
      title: 'Category',
      sort: 'category',
      minWidth: 'min(8rem, 15cqi)',
      cell: ({ categoryId }) => categoryId.categoryName.toLowerCase(),
    },
    {
      title: 'Rating',
      sort: 'rating',
      firstDirection: 'desc',
      isNumber: true,
      cell: ({ rating }) => (rating === 0 ? <None of="ratings" /> : formatNumber(rating, 1)),
    },
    editColumn(nameOf, { href: ({ _id }) => pageAddress('editProduct', { productId: _id }) }),
    deleteColumn(nameOf, onDelete),
  ];
}

import { m } from '#messages';
import { useProduct } from '../../api/product.ts';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { lazyPart } from '../../components/lazyPart.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import NotFoundPage from '../NotFoundPage.tsx';
import { Gallery } from './gallery/Gallery.tsx';
import { ProductDetail } from './ProductDetail.tsx';
import { ProductFrame, ProductSkeleton } from './ProductFrame.tsx';
import styles from './ProductPage.module.css';

// Loaded separately, after the first view.
const ProductSections = lazyPart(
  () => import('./ProductSections.tsx'),
  <div className={styles.sections}>
    <Skeleton height="40rem" />
  </div>,
  m.feedback.detailsFailed,
);

/** A product with its specifications and comments, and further products. */
export default function ProductPage({ productId }: { productId: string }) {
  const { data: product, isMissing, isLoading, error, retry } = useProduct(productId);

  if (isMissing) return <NotFoundPage />;
  if (product) {
    return (
      <>
        <ProductFrame pictures={<Gallery key={product._id} product={product} />}>
          <ProductDetail product={product} />
        </ProductFrame>
        <ProductSections key={productId} product={product} />
      </>
    );
  }
  if (error) {
    return (
      <>
        <PageTitle title={m.product.product()} className="visually-hidden" />
        <FailureNotice message={error} onRetry={retry} busy={isLoading} />
      </>
    );
  }
  return <ProductSkeleton />;
}

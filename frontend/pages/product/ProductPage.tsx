import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { pagePatterns } from '#contract/page-addresses.ts';
import { useProduct } from '../../api/product.ts';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { lazyPart } from '../../components/lazyPart.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import NotFoundPage from '../NotFoundPage.tsx';
import { Gallery } from './Gallery.tsx';
import { ProductDetail } from './ProductDetail.tsx';
import styles from './ProductPage.module.css';

// Loaded separately, after the first view.
const ProductSections = lazyPart(
  () => import('./ProductSections.tsx'),
  <div className={styles.sections}>
    <Skeleton height="40rem" />
  </div>,
  'the details of this product',
);

/** A product with its specifications and comments, and further products. */
export default function ProductPage({ productId }: { productId: string }) {
  const { data: product, isMissing, isLoading, error, retry } = useProduct(productId);

  if (isMissing) return <NotFoundPage />;
  if (product) {
    return (
      <>
        <Frame pictures={<Gallery key={product._id} product={product} />}>
          <ProductDetail product={product} />
        </Frame>
        <ProductSections key={productId} product={product} />
      </>
    );
  }
  if (error) {
    return (
      <>
        <PageTitle title="Product" className="visually-hidden" />
        <FailureNotice message={error} onRetry={retry} busy={isLoading} />
      </>
    );
  }
  return <ProductSkeleton />;
}

function Frame({ pictures, children }: { pictures: ReactNode; children: ReactNode }) {
  return (
    <>
      <Link href={pagePatterns.catalogue} className="back-link">
        <Icon name="arrowLeft" size={18} />
        Back to products
      </Link>
      <article className={styles.product}>
        <div className={styles.pictures}>{pictures}</div>
        <div className="stack">{children}</div>
      </article>
    </>
  );
}

function ProductSkeleton() {
  return (
    <Frame pictures={<Skeleton aspectRatio="1" />}>
      <Skeleton width="6rem" height="1rem" />
      <Skeleton height="2.6rem" />
      <Skeleton width="12rem" height="1.25rem" />
      <Skeleton height="6.25rem" />
      <Skeleton height="5rem" />
    </Frame>
  );
}

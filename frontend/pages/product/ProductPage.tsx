import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ProductView } from '#contract/catalogue.ts';
import { counted } from '#contract/numbers.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { summary } from '#contract/pages.ts';
import { useProduct } from '../../api/product.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Price } from '../../components/Price.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { StarRating } from '../../components/StarRating.tsx';
import { nouns } from '../../nouns.ts';
import { addToCart } from '../../stores/cart.ts';
import NotFoundPage from '../NotFoundPage.tsx';
import { Comments } from './Comments.tsx';
import styles from './ProductPage.module.css';
import { ZoomablePicture } from './ZoomablePicture.tsx';

/** A product with its comments. */
export default function ProductPage({ productId }: { productId: string }) {
  const { data: product, isMissing, isLoading, error, retry } = useProduct(productId);

  if (isMissing) return <NotFoundPage />;
  if (product) {
    return (
      <>
        <ProductDetail product={product} />
        <Comments key={productId} product={product} />
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

function Frame({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <>
      <Link href={pagePatterns.catalogue} className={styles.back}>
        <Icon name="arrowLeft" size={18} />
        Back to products
      </Link>
      <article className={styles.product}>
        <div className={styles.picture}>{picture}</div>
        <div className={styles.detail}>{children}</div>
      </article>
    </>
  );
}

function ProductDetail({ product }: { product: ProductView }) {
  const ratings = product.allRatings.length;
  return (
    <Frame picture={<ZoomablePicture key={product._id} product={product} />}>
      <p className={styles.category}>{product.categoryId.categoryName}</p>
      <PageTitle title={product.title} description={summary(product.description)} className={styles.title} />
      <p className={styles.rating}>
        <StarRating rating={product.rating} />
        <span>
          {ratings === 0 ? 'No ratings yet' : `${product.rating.toFixed(2)} (${counted(ratings, nouns.rating)})`}
        </span>
      </p>
      <div className={styles.buy}>
        <p className={styles.price}>
          <Price price={product.price} />
        </p>
        <Button variant="primary" size="large" onClick={() => addToCart(product)}>
          <Icon name="cart" />
          Add to Cart
        </Button>
      </div>
      <p className={styles.description} dir="auto">
        {product.description}
      </p>
    </Frame>
  );
}

function ProductSkeleton() {
  return (
    <Frame picture={<Skeleton aspectRatio="1" />}>
      <Skeleton width="6rem" height="1rem" />
      <Skeleton height="2.6rem" />
      <Skeleton width="12rem" height="1.25rem" />
      <Skeleton height="6.25rem" />
      <Skeleton height="5rem" />
    </Frame>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import stepper from '../../components/forms/QuantityStepper.module.css';
import { Icon } from '../../components/Icon.tsx';
import gallery from './gallery/Gallery.module.css';
import detail from './ProductDetail.module.css';
import styles from './ProductPage.module.css';

/** The layout of a product's page. */
export function ProductFrame({ pictures, children }: { pictures: ReactNode; children: ReactNode }) {
  return (
    <>
      <Link href={pagePatterns.catalogue} className="back-link">
        <Icon name="arrowBack" size={18} />
        <span>{m.product.backToProducts()}</span>
      </Link>
      <article className={styles.product}>
        <div className={styles.pictures}>{pictures}</div>
        <div className="stack">{children}</div>
      </article>
    </>
  );
}

/**
 * Stands for a product's page while its code or its product loads. Part of the first script, and with it the styles of that
 * page, which the server renders before its code has loaded.
 */
export function ProductSkeleton() {
  return (
    <ProductFrame
      pictures={
        <div className={gallery.stage}>
          <Skeleton aspectRatio="1" />
        </div>
      }
    >
      <Skeleton width="6rem" height="1rem" />
      <Skeleton height="2.6rem" />
      <Skeleton width="12rem" height="1.25rem" />
      <div className={`cluster spread ${detail.purchase}`}>
        <Skeleton width="6rem" height="3.25rem" />
        <div className={detail.quantity}>
          <div className={stepper.stepper}>
            <Skeleton width="6.75rem" height="2.5rem" />
          </div>
        </div>
        <Skeleton width="11rem" height="3.25rem" />
      </div>
      <Skeleton height="5rem" />
    </ProductFrame>
  );
}

import { Link } from 'wouter';
import type { ProductView } from '#contract/catalogue.ts';
import { counted } from '#contract/numbers.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { summary } from '#contract/pages.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { CompareToggle } from '../../components/product/CompareToggle.tsx';
import { Price } from '../../components/product/Price.tsx';
import { StarRating } from '../../components/product/StarRating.tsx';
import { StockState } from '../../components/product/StockState.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { addToCart } from '../../stores/cart.ts';
import { nouns } from '../../texts/nouns.ts';
import { FamilyOptions } from './FamilyOptions.tsx';
import styles from './ProductDetail.module.css';

/** The column beside a product's pictures. */
export function ProductDetail({ product }: { product: ProductView }) {
  const { title, description, categoryId, allRatings, rating, family } = product;
  const ratings = allRatings.length;
  return (
    <>
      <Link
        href={pageAddress('category', { slug: categoryId.slug })}
        className={`soft text-compact breaks ${styles.category}`}
      >
        {categoryId.categoryName}
      </Link>
      <PageTitle title={title} description={summary(description)} className={`breaks ${styles.title}`} />
      <p className="cluster row-gap-1 soft numbers text-compact">
        <StarRating rating={rating} />
        <span>{ratings === 0 ? 'No ratings yet' : `${rating.toFixed(2)} (${counted(ratings, nouns.rating)})`}</span>
      </p>
      {family && <FamilyOptions family={family} />}
      <Purchase product={product} />
      <p className="prose" dir="auto">
        {description}
      </p>
      <div>
        <CompareToggle product={product} />
      </div>
    </>
  );
}

/** Stays at the bottom of the window on phones. */
function Purchase({ product }: { product: ProductView }) {
  const isSoldOut = product.stock?.state === 'soldOut';
  return (
    <div className={`cluster spread row-gap-3 ${styles.purchase}`}>
      <div className="stack gap-1">
        <p className={`bold ${styles.price}`}>
          <Price price={product.price} />
        </p>
        {!isSoldOut && <StockState stock={product.stock} />}
      </div>
      <Button variant="primary" size="large" disabled={isSoldOut} onClick={() => addToCart(product)}>
        {isSoldOut ? (
          'Sold out'
        ) : (
          <>
            <Icon name="cart" />
            Add to Cart
          </>
        )}
      </Button>
    </div>
  );
}

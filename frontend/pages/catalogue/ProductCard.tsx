import { memo, useId } from 'react';
import type { StockView } from '#contract/catalogue/catalogue.ts';
import type { ListedProductView } from '#contract/listing/listing.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { summary } from '#contract/shop/shop-page.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { ButtonLink } from '../../components/Button.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { ProductLabels } from '../../components/labels/ProductLabels.tsx';
import { CardCompareToggle } from '../../components/product/CompareToggle.tsx';
import { Price } from '../../components/product/Price.tsx';
import { PriceNote } from '../../components/product/PriceNote.tsx';
import { ProductPicture } from '../../components/product/ProductPicture.tsx';
import { StarRating } from '../../components/product/StarRating.tsx';
import { stockText } from '../../components/product/stockText.ts';
import { addToCart } from '../../stores/cart.ts';
import styles from './ProductCard.module.css';

const PICTURE_SIZES = '(min-width: 80rem) 25rem, (min-width: 40rem) 31vw, 44vw';

type ProductCardProps = {
  product: ListedProductView;
  /** For cards above the fold. */
  eager: boolean;
};

/** A product in the catalogue. The whole card links to its page. Memoized, because the list renders with every keystroke. */
export const ProductCard = memo(function ProductCard({ product, eager }: ProductCardProps) {
  const titleId = useId();
  const isSoldOut = product.stock?.state === 'soldOut';
  return (
    <li className={styles.card}>
      <div className={isSoldOut ? styles.soldOut : styles.picture}>
        <ProductPicture {...product} alt={product.title} sizes={PICTURE_SIZES} eager={eager} />
      </div>
      <StockBadge stock={product.stock} />
      <div className={styles.text}>
        <h2 id={titleId} className={`clamp breaks ${styles.title}`} dir="auto">
          {product.title}
        </h2>
        <p className={`clamp soft breaks ${styles.description}`} dir="auto">
          {summary(product.description)}
        </p>
        <Facts product={product} />
        <div className={`cluster gap-2 ${styles.end}`}>
          <ProductLabels product={product} />
          <div className={styles.price}>
            <p className={`bold ${styles.amount}`}>
              <Price price={product.price} prior={product.priorPrice} decimals={0} />
            </p>
            <PriceNote />
          </div>
          {!isSoldOut && (
            <IconButton
              icon="cart"
              label={m.product.addNamedToCart({ title: product.title })}
              title={m.product.addToCart()}
              className={styles.add}
              onClick={() => addToCart(product)}
            />
          )}
          <ButtonLink
            variant="soft"
            size="small"
            href={pageAddress('product', { productId: product._id })}
            className={styles.link}
            aria-describedby={titleId}
          >
            {m.product.viewProduct()}
          </ButtonLink>
        </div>
      </div>
      <CardCompareToggle product={product} />
    </li>
  );
});

/** The rating, and how many variants there are; an empty line without either. */
function Facts({ product: { rating, allRatings, variantCount } }: { product: ListedProductView }) {
  return (
    <div className={`cluster row-gap-1 soft text-small ${styles.facts}`}>
      {allRatings.length > 0 && (
        <p className="row gap-1 numbers">
          <StarRating rating={rating} small />
          <span aria-hidden="true">{`${formatNumber(rating, 1)} (${formatNumber(allRatings.length)})`}</span>
          <span className="visually-hidden">{m.product.ratings({ count: allRatings.length })}</span>
        </p>
      )}
      {variantCount > 1 && <p>{m.product.variants({ count: variantCount })}</p>}
    </div>
  );
}

/** Shows the stock only if it can change a decision: none left, or little. */
function StockBadge({ stock }: { stock: StockView }) {
  if (stock === null || stock.state === 'inStock') return null;
  return (
    <p className={`medium text-small ${stock.state === 'low' ? 'warning' : ''} ${styles.stock}`}>{stockText(stock)}</p>
  );
}

/** A card's placeholder while the catalogue loads. */
export function ProductCardSkeleton() {
  return (
    <li className={styles.card}>
      <div className={styles.picture}>
        <Skeleton aspectRatio="1" />
      </div>
      <div className={styles.text}>
        <Skeleton width="70%" height="1.4rem" />
        <Skeleton height="2.6rem" />
        <Skeleton width="50%" height="1rem" />
        <div className={`cluster gap-2 spread ${styles.end}`}>
          <Skeleton width="4rem" height="2.6rem" />
          <Skeleton width="7.5rem" height="2.25rem" />
        </div>
      </div>
    </li>
  );
}

import { memo, useId } from 'react';
import type { StockView } from '#contract/catalogue.ts';
import type { ListedProductView } from '#contract/listing.ts';
import { counted } from '#contract/numbers.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { CardCompareToggle } from '../../components/product/CompareToggle.tsx';
import { Price } from '../../components/product/Price.tsx';
import { ProductPicture } from '../../components/product/ProductPicture.tsx';
import { stockText } from '../../components/product/stockText.ts';
import { nouns } from '../../texts/nouns.ts';
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
  return (
    <li className={styles.card}>
      <div className={product.stock?.state === 'soldOut' ? styles.soldOut : styles.picture}>
        <ProductPicture {...product} alt={product.title} sizes={PICTURE_SIZES} eager={eager} />
      </div>
      <StockBadge stock={product.stock} />
      <div className={styles.text}>
        <h2 id={titleId} className={`clamp breaks ${styles.title}`} dir="auto">
          {product.title}
        </h2>
        <p className={`clamp soft breaks ${styles.description}`} dir="auto">
          {product.description}
        </p>
        {product.variantCount > 1 && <p className="soft text-note">{counted(product.variantCount, nouns.variant)}</p>}
        <div className={`cluster row-gap-2 spread ${styles.end}`}>
          <p className={`bold ${styles.price}`}>
            <Price price={product.price} decimals={0} />
          </p>
          <ButtonLink
            variant="soft"
            size="small"
            href={pageAddress('product', { productId: product._id })}
            className={styles.link}
            aria-describedby={titleId}
          >
            View Product
          </ButtonLink>
        </div>
      </div>
      <CardCompareToggle product={product} />
    </li>
  );
});

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
        <div className={`cluster row-gap-2 spread ${styles.end}`}>
          <Skeleton width="4rem" height="2.25rem" />
          <Skeleton width="7.5rem" height="2.25rem" />
        </div>
      </div>
    </li>
  );
}

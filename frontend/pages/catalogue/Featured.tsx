import { isPictureReady } from '#contract/catalogue/pictures.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { bestRated } from '../../api/listing.ts';
import { useRemote } from '../../api/useRemote.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { ProductLabels } from '../../components/labels/ProductLabels.tsx';
import { Price } from '../../components/product/Price.tsx';
import { PriceNote } from '../../components/product/PriceNote.tsx';
import { ProductPicture } from '../../components/product/ProductPicture.tsx';
import { StarRating } from '../../components/product/StarRating.tsx';
import styles from './Featured.module.css';

const PICTURE_SIZES = '(min-width: 40rem) 26rem, 92vw';

/** The best rated product in stock. Renders nothing if no product has a rating, or if that one has no picture. */
export function Featured() {
  const { data, error } = useRemote(bestRated, 1);
  const [product] = data ?? [];
  // Keeps its place meanwhile.
  if (data === undefined && error === null) return <div className={`panel ${styles.featured}`} />;
  if (product === undefined || !isPictureReady(product)) return null;
  const { _id, title, description, price, priorPrice, rating, allRatings } = product;
  const [firstSentence] = /^.*?[.!?](?=\s|$)/s.exec(description) ?? [description];
  return (
    <section className={`panel ${styles.featured}`} aria-label={m.home.featured()}>
      <div className={styles.text}>
        <p className="cluster gap-2 row-gap-1 soft numbers text-compact">
          <StarRating rating={rating} />
          <span>{m.home.featuredRating({ count: allRatings.length })}</span>
        </p>
        <p className={`clamp bold breaks ${styles.title}`} dir="auto">
          {title}
        </p>
        <p className={`clamp soft breaks ${styles.sentence}`} dir="auto">
          {firstSentence}
        </p>
        <div className={`cluster gap-4 row-gap-2 ${styles.end}`}>
          <ButtonLink variant="primary" href={pageAddress('product', { productId: _id })} className={styles.link}>
            {m.home.seeDetails()}
          </ButtonLink>
          <div>
            <p className="bold text-lead">
              <Price price={price} prior={priorPrice} decimals={0} />
            </p>
            <PriceNote />
          </div>
          <ProductLabels product={product} />
        </div>
      </div>
      <div className={styles.picture}>
        <ProductPicture {...product} alt={title} sizes={PICTURE_SIZES} eager />
      </div>
    </section>
  );
}

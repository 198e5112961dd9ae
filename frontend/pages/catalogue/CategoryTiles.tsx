import { Link } from 'wouter';
import { pageAddress } from '#contract/page-addresses.ts';
import { useCategories } from '../../api/categories.ts';
import { Button } from '../../components/Button.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { ProductPicture } from '../../components/product/ProductPicture.tsx';
import styles from './CategoryTiles.module.css';

/** Fills the row of a wide screen. */
const SKELETONS = 8;

/** The categories in one row that scrolls, largest first. */
export default function CategoryTiles() {
  return (
    <section className="stack" aria-labelledby="category-tiles">
      <h2 id="category-tiles" className="text-heading">
        Shop by category
      </h2>
      <Tiles />
    </section>
  );
}

function Tiles() {
  const { data: categories, error, isLoading, retry } = useCategories();
  if (!categories && error) {
    return (
      <div className="cluster gap-4 row-gap-3 soft">
        <p>Categories aren't available right now.</p>
        <Button size="small" onClick={retry} busy={isLoading}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <ul className={styles.row} aria-busy={!categories}>
      {!categories &&
        Array.from({ length: SKELETONS }, (_, index) => index).map((index) => (
          <li key={index}>
            <Skeleton aspectRatio="1" />
          </li>
        ))}
      {categories
        ?.toSorted((one, other) => other.productCount - one.productCount)
        .map(({ _id, slug, categoryName, image, imageWidths }) => (
          <li key={_id} className={styles.tile}>
            <div className={styles.picture} aria-hidden="true">
              <ProductPicture image={image} imageWidths={imageWidths} alt="" sizes="10rem" small />
            </div>
            <Link
              href={pageAddress('category', { slug })}
              className={`clamp quiet-link medium breaks text-compact ${styles.name}`}
              dir="auto"
            >
              {categoryName}
            </Link>
          </li>
        ))}
    </ul>
  );
}

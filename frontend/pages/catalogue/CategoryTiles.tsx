import { Link } from 'wouter';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { useCategories } from '../../api/categories.ts';
import { Button } from '../../components/Button.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { ProductPicture } from '../../components/product/ProductPicture.tsx';
import shelf from '../Shelf.module.css';
import styles from './CategoryTiles.module.css';

/** Fills the row of a wide screen. */
const SKELETONS = Array.from({ length: 11 }, (_, index) => index);

/** The categories in one row that scrolls, largest first. */
export default function CategoryTiles() {
  const { data: categories, error, isLoading, retry } = useCategories();
  return (
    <section aria-label={m.home.shopByCategory()}>
      {!categories && error ? (
        <div className="cluster gap-4 row-gap-3 soft">
          <p>{m.shell.categoriesUnavailable()}</p>
          <Button size="small" onClick={retry} busy={isLoading}>
            {m.common.retry()}
          </Button>
        </div>
      ) : (
        <ul className={shelf.row} aria-busy={!categories}>
          {!categories &&
            SKELETONS.map((index) => (
              <li key={index} className={styles.tile}>
                <div className={styles.picture}>
                  <Skeleton aspectRatio="1" />
                </div>
                <p className={styles.name} />
              </li>
            ))}
          {categories
            ?.toSorted((one, other) => other.productCount - one.productCount)
            .map((category) => (
              <li key={category._id} className={styles.tile}>
                <div className={styles.picture} aria-hidden="true">
                  <ProductPicture {...category} alt="" sizes="5rem" small />
                </div>
                <p className={styles.name}>
                  <Link
                    href={pageAddress('category', { slug: category.slug })}
                    className={`quiet-link clamp medium breaks ${styles.link}`}
                    dir="auto"
                  >
                    {category.categoryName}
                  </Link>
                </p>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}

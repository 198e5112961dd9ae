import { m } from '#messages';
import { lazyPart } from '../components/lazyPart.tsx';
import { WhenNear } from '../components/WhenNear.tsx';
import styles from './MoreToSee.module.css';

const CategoryTiles = lazyPart(() => import('./catalogue/CategoryTiles.tsx'), null, m.feedback.categoriesFailed);
const BestRated = lazyPart(() => import('./catalogue/BestRated.tsx'), null, m.feedback.bestRatedFailed);

/** The best rated products at the end of a page that leads on to them. They load once they are near. */
export function MoreToSee() {
  return (
    <div className={styles.more}>
      <WhenNear placeholder={null}>
        <BestRated />
      </WhenNear>
    </div>
  );
}

export function ShopByCategory() {
  return (
    <div className={styles.categories}>
      <CategoryTiles />
    </div>
  );
}

import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { useCategories } from '../../../api/categories.ts';
import { Skeleton } from '../../feedback/Skeleton.tsx';
import styles from './CategoryList.module.css';
import { MenuLink } from './Menu.tsx';

/** Links to the categories, in as many columns as they need and have room for. Loads them each time it opens. */
export default function CategoryList() {
  const { data: categories, isLoading } = useCategories();
  if (!categories?.length) {
    const note = categories ? m.shell.noCategories() : m.shell.categoriesUnavailable();
    return (
      <p className={`soft text-compact ${styles.note}`} role="status">
        {isLoading ? <Skeleton width="8rem" height="1rem" /> : note}
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {categories.map(({ _id, slug, categoryName }) => (
        <MenuLink key={_id} href={pageAddress('category', { slug })}>
          <span className={`breaks ${styles.name}`} dir="auto">
            {categoryName}
          </span>
        </MenuLink>
      ))}
    </ul>
  );
}

import { useState } from 'react';
import { m } from '#messages';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { FILTER } from '../../components/laterIcons.ts';
import { lazyPart } from '../../components/lazyPart.tsx';
import { Breadcrumbs } from '../../components/shell/Breadcrumbs.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { WhenNear } from '../../components/WhenNear.tsx';
import { shop } from '../../texts/shop.ts';
import NotFoundPage from '../NotFoundPage.tsx';
import styles from './CategoryPage.module.css';
import { FilterBar } from './FilterBar.tsx';
import { FilterChips } from './FilterChips.tsx';
import { ListSummary, ProductList } from './ProductList.tsx';
import { useFilter } from './useFilter.ts';
import { useListedProducts } from './useListedProducts.ts';

const placeholder = <Skeleton height="24rem" />;
const FilterPanel = lazyPart(() => import('./facets/FilterPanel.tsx'), placeholder);
const FilterSheet = lazyPart(() => import('./facets/FilterSheet.tsx'), null);

/** The products of a category, filtered by its attributes. */
export default function CategoryPage() {
  const { filter, change } = useFilter();
  const listed = useListedProducts(filter);
  // Null until it first opens. It stays mounted then, because closing it restores the focus.
  const [isSheetOpen, setIsSheetOpen] = useState<boolean | null>(null);
  const { data, isMissing, isLoading, error, retry } = listed;
  const category = data?.category;
  const panel = { filter, listed: data, onChange: change };

  if (isMissing) return <NotFoundPage />;
  if (!data && error) {
    return (
      <>
        <PageTitle title={m.pages.category()} className="visually-hidden" />
        <FailureNotice message={error} onRetry={retry} busy={isLoading} />
      </>
    );
  }
  return (
    <>
      <div className={`stack gap-2 ${styles.heading}`}>
        {category ? (
          <>
            <Breadcrumbs current={category.categoryName} />
            <PageTitle
              title={category.categoryName}
              description={m.pages.namedCategoryDescription({ category: category.categoryName, shop: shop.name })}
            />
          </>
        ) : (
          <>
            <Skeleton width="10rem" height="1.3rem" />
            <Skeleton width="16rem" height="2.6rem" />
          </>
        )}
        <ListSummary listed={data} filter={filter} />
      </div>
      <div className={styles.columns}>
        <aside className={styles.panel} aria-label={m.search.filters()}>
          <WhenNear placeholder={placeholder}>
            <FilterPanel {...panel} />
          </WhenNear>
        </aside>
        <div tabIndex={-1}>
          <FilterBar filter={filter} onChange={change} />
          <div className={`cluster gap-2 ${styles.tools}`}>
            <Button size="small" className={styles.filters} onClick={() => setIsSheetOpen(true)}>
              <Icon name={FILTER} size={18} />
              <span>{m.search.filters()}</span>
            </Button>
            <FilterChips filter={filter} facets={data?.facets ?? []} onChange={change} />
          </div>
          <ProductList listed={listed} filter={filter} onChange={change} />
        </div>
      </div>
      {isSheetOpen !== null && <FilterSheet {...panel} open={isSheetOpen} onClose={() => setIsSheetOpen(false)} />}
    </>
  );
}

import { useState } from 'react';
import { categoryDescription, pageTexts } from '#contract/pages.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { lazyPart } from '../../components/lazyPart.tsx';
import { Breadcrumbs } from '../../components/shell/Breadcrumbs.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { WhenNear } from '../../components/WhenNear.tsx';
import { shop } from '../../texts/shop.ts';
import NotFoundPage from '../NotFoundPage.tsx';
import styles from './CategoryPage.module.css';
import { FilterBar } from './FilterBar.tsx';
import { FilterChips } from './FilterChips.tsx';
import { listSummary } from './listSummary.ts';
import { ProductList } from './ProductList.tsx';
import { useFilter } from './useFilter.ts';
import { useListedProducts } from './useListedProducts.ts';

const FilterPanel = lazyPart(() => import('./facets/FilterPanel.tsx'), <Skeleton height="24rem" />);
const FilterSheet = lazyPart(() => import('./facets/FilterSheet.tsx'), null);

/** The products of a category, filtered by its attributes. */
export function CategoryPage() {
  const { filter, change } = useFilter();
  const listed = useListedProducts(filter);
  const sheet = useSheet();
  const { data, isMissing, isLoading, error, retry } = listed;
  const category = data?.category;
  const panel = { filter, listed: data, onChange: change };

  if (isMissing) return <NotFoundPage />;
  if (!data && error) {
    return (
      <>
        <PageTitle title={pageTexts.category.title} className="visually-hidden" />
        <FailureNotice message={error} onRetry={retry} busy={isLoading} />
      </>
    );
  }
  return (
    <>
      <div className={styles.heading}>
        {category ? (
          <>
            <Breadcrumbs current={category.categoryName} />
            <PageTitle
              title={category.categoryName}
              description={categoryDescription(category.categoryName, shop.name)}
            />
          </>
        ) : (
          <>
            <Skeleton width="10rem" height="1.3rem" />
            <Skeleton width="16rem" height="2.6rem" />
          </>
        )}
        <p className={styles.lead} role="status">
          {data && listSummary(data, filter)}
        </p>
      </div>
      <div className={styles.columns}>
        <aside className={styles.panel} aria-label="Filters">
          <WhenNear placeholder={<Skeleton height="24rem" />}>
            <FilterPanel {...panel} />
          </WhenNear>
        </aside>
        <div tabIndex={-1}>
          <FilterBar filter={filter} onChange={change} />
          <div className={styles.tools}>
            <Button size="small" className={styles.filters} onClick={sheet.open}>
              <Icon name="filter" size={18} />
              Filters
            </Button>
            <FilterChips filter={filter} facets={data?.facets ?? []} onChange={change} />
          </div>
          <ProductList listed={listed} filter={filter} onChange={change} />
        </div>
      </div>
      {sheet.wasOpened && <FilterSheet {...panel} open={sheet.isOpen} onClose={sheet.close} />}
    </>
  );
}

/** A dialog whose code loads when it first opens. It stays mounted, because closing it restores the focus. */
function useSheet() {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  return {
    isOpen: isOpen === true,
    wasOpened: isOpen !== null,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
  };
}

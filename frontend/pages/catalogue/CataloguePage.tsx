import { listingAddress, noFilter } from '#contract/listing-address.ts';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { lazyPart } from '../../components/lazyPart.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { WhenNear } from '../../components/WhenNear.tsx';
import { shop } from '../../texts/shop.ts';
import styles from './CataloguePage.module.css';
import { FilterBar } from './FilterBar.tsx';
import { FilterChips } from './FilterChips.tsx';
import { ListSummary, ProductList } from './ProductList.tsx';
import { useFilter } from './useFilter.ts';
import { useListedProducts } from './useListedProducts.ts';

const placeholder = <Skeleton height="16rem" />;
const CategoryTiles = lazyPart(() => import('./CategoryTiles.tsx'), placeholder, 'the categories');

/** The home page: the products that match the filter, page by page. */
export function CataloguePage() {
  const { filter, change } = useFilter();
  const listed = useListedProducts(filter);
  const { data } = listed;

  return (
    <>
      <div className={`stack gap-2 ${styles.heading}`}>
        <PageTitle title={shop.name} className={`breaks ${styles.title}`}>
          {filter.search === '' ? 'Technology worth keeping.' : `Results for “${filter.search}”`}
        </PageTitle>
        <ListSummary listed={data} filter={filter} />
      </div>
      <FilterBar filter={filter} onChange={change} highestPrice={data?.highestPrice ?? 0} />
      <FilterChips filter={{ ...filter, minPrice: noFilter.minPrice }} facets={[]} onChange={change} />
      <ProductList listed={listed} filter={filter} onChange={change} />
      {data && data.total > 0 && listingAddress(filter) === listingAddress(noFilter) && (
        <div className={styles.categories}>
          <WhenNear placeholder={placeholder}>
            <CategoryTiles />
          </WhenNear>
        </div>
      )}
    </>
  );
}

import { listingAddress, noFilter } from '#contract/listing-address.ts';
import { lazyPart } from '../../components/lazyPart.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { WhenNear } from '../../components/WhenNear.tsx';
import { shop } from '../../texts/shop.ts';
import styles from './CataloguePage.module.css';
import { FilterBar } from './FilterBar.tsx';
import { FilterChips } from './FilterChips.tsx';
import { listSummary } from './listSummary.ts';
import { ProductList } from './ProductList.tsx';
import { useFilter } from './useFilter.ts';
import { useListedProducts } from './useListedProducts.ts';

const CategoryTiles = lazyPart(() => import('./CategoryTiles.tsx'), null, 'the categories');

/** The home page: the products that match the filter, page by page. */
export function CataloguePage() {
  const { filter, change } = useFilter();
  const listed = useListedProducts(filter);
  const { data } = listed;

  return (
    <>
      <div className={styles.heading}>
        <PageTitle title={shop.name} className={styles.title}>
          Technology worth keeping.
        </PageTitle>
        <p className={styles.lead} role="status">
          {data && listSummary(data, filter)}
        </p>
      </div>
      <FilterBar filter={filter} onChange={change} price={{ highestPrice: data?.highestPrice ?? 0, disabled: !data }} />
      <FilterChips filter={{ ...filter, minPrice: noFilter.minPrice }} facets={[]} onChange={change} />
      <ProductList listed={listed} filter={filter} onChange={change} />
      {data && data.total > 0 && listingAddress(filter) === listingAddress(noFilter) && (
        <div className={styles.categories}>
          <WhenNear placeholder={null}>
            <CategoryTiles />
          </WhenNear>
        </div>
      )}
    </>
  );
}

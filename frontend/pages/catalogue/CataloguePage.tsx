import { listingAddress, noFilter } from '#contract/listing/listing-address.ts';
import { m } from '#messages';
import { bestRated } from '../../api/listing.ts';
import { useRemoteState } from '../../api/useRemote.ts';
import { lazyPart } from '../../components/lazyPart.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { shop } from '../../texts/shop.ts';
import { MoreToSee, ShopByCategory } from '../MoreToSee.tsx';
import styles from './CataloguePage.module.css';
import { Featured } from './Featured.tsx';
import { FilterBar } from './FilterBar.tsx';
import { FilterChips } from './FilterChips.tsx';
import { ListSummary, ProductList } from './ProductList.tsx';
import { useFilter } from './useFilter.ts';
import { useListedProducts } from './useListedProducts.ts';

const ShopFacts = lazyPart(() => import('./ShopFacts.tsx'), null, m.feedback.deliveryFailed);

/**
 * The home page: the products that match the filter, page by page. Without a filter, a product and the categories come
 * before them. They follow the controls, which stay in place when a filter takes them away. After a search without results,
 * they help to look further.
 */
export function CataloguePage() {
  const { filter, change } = useFilter();
  const listed = useListedProducts(filter);
  const { data, error } = listed;
  const hasRated = (useRemoteState(bestRated, 1).data ?? []).length > 0;
  const isWhole = listingAddress(filter) === listingAddress(noFilter) && (data ? data.total > 0 : error === null);
  const isNothingFound = data?.total === 0 && filter.search !== '';

  return (
    <>
      <div className={`stack gap-2 ${styles.heading}`}>
        <PageTitle title={shop.name} className={`breaks ${styles.title}`}>
          {filter.search === '' ? m.home.slogan() : m.home.results({ search: filter.search })}
        </PageTitle>
        <div className={`soft ${styles.facts}`}>
          <ShopFacts />
        </div>
      </div>
      <FilterBar filter={filter} onChange={change} highestPrice={data?.highestPrice ?? 0} />
      <FilterChips filter={{ ...filter, minPrice: noFilter.minPrice }} facets={[]} onChange={change} />
      {isWhole && (
        <>
          <Featured />
          <ShopByCategory />
        </>
      )}
      <div className={styles.summary}>
        <ListSummary listed={data} filter={filter} />
      </div>
      <ProductList listed={listed} filter={filter} onChange={change} isBelowOthers={isWhole && hasRated} />
      {isNothingFound && <ShopByCategory />}
      {((isWhole && hasRated) || isNothingFound) && <MoreToSee />}
    </>
  );
}

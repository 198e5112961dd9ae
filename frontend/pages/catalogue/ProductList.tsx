import { useRef } from 'react';
import { type ListingView, PER_PAGE } from '#contract/listing/listing.ts';
import { type ListingFilter, listingAddress, noFilter } from '#contract/listing/listing-address.ts';
import { m } from '#messages';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { Sentence } from '../../components/Sentence.tsx';
import { ProductCard, ProductCardSkeleton } from './ProductCard.tsx';
import styles from './ProductList.module.css';
import type { ChangeFilter } from './useFilter.ts';
import type { ListedProducts } from './useListedProducts.ts';

/** How many cards load their picture eagerly. */
const EAGER_CARDS = 3;

type ProductListProps = {
  listed: ListedProducts;
  filter: ListingFilter;
  onChange: ChangeFilter;
  /** Whether other pictures come first. */
  isBelowOthers?: boolean;
};

type ListSummaryProps = { listed: ListingView | undefined; filter: ListingFilter };

/** The number of products in a list, and their order if it is the default. */
export function ListSummary({ listed, filter: { sort } }: ListSummaryProps) {
  const count = listed?.total ?? 0;
  const isNewestFirst = count > 1 && listed?.match === 'exact' && sort === 'default';
  return (
    <p className={`soft text-lead ${styles.summary}`} role="status">
      {listed && (isNewestFirst ? m.search.newestFirst({ count }) : m.product.counted({ count }))}
    </p>
  );
}

/** A page of products. It stays until the next one arrives, dimmed if that takes a moment. */
export function ProductList({ listed, filter, onChange, isBelowOthers = false }: ProductListProps) {
  const { data, isPrevious, isLoading, failure, retry } = listed;
  const results = useRef<HTMLElement>(null);

  const returnToStart = () => {
    results.current?.focus({ preventScroll: true });
    results.current?.scrollIntoView();
  };

  return (
    <section
      ref={results}
      className={styles.results}
      aria-label={m.search.products()}
      aria-busy={!failure && (!data || isPrevious)}
      tabIndex={-1}
    >
      {failure && <FailureNotice message={failure} onRetry={retry} busy={isLoading} />}
      {!failure && !data && <ProductSkeletons />}
      {!failure && data && (
        <div className={isPrevious ? styles.outdated : undefined}>
          {data.match === 'similar' && data.total > 0 && <SimilarNote search={searchOf(listed.dataArgs)} />}
          <ul className={styles.grid}>
            {data.products.map((product, index) => (
              <ProductCard key={product._id} product={product} eager={!isBelowOthers && index < EAGER_CARDS} />
            ))}
          </ul>
          {data.total === 0 && (
            <NothingFound onClear={isFiltered(filter) ? () => onChange(cleared(filter)) : undefined} />
          )}
          {data.total > 0 && (
            <Pagination
              page={Math.min(filter.page, data.pageCount)}
              count={data.pageCount}
              addressOf={(page) => listingAddress({ ...filter, page })}
              onTurn={returnToStart}
            />
          )}
        </div>
      )}
    </section>
  );
}

/** The search of a query, which belongs to the products on screen. */
function searchOf(query: string): string {
  return new URLSearchParams(query).get('search') ?? '';
}

function cleared({ category }: ListingFilter): ListingFilter {
  return { ...noFilter, category };
}

function isFiltered(filter: ListingFilter): boolean {
  return listingAddress({ ...filter, sort: noFilter.sort, page: noFilter.page }) !== listingAddress(cleared(filter));
}

function ProductSkeletons() {
  return (
    <ul className={styles.grid}>
      {Array.from({ length: PER_PAGE }, (_, index) => index).map((index) => (
        <ProductCardSkeleton key={index} />
      ))}
    </ul>
  );
}

function SimilarNote({ search }: { search: string }) {
  return (
    <p className={`soft breaks ${styles.similar}`} role="status">
      <Sentence of={m.search.similar({ search })} parts={{ search: (text) => <bdi>{text}</bdi> }} />
    </p>
  );
}

function NothingFound({ onClear }: { onClear?: () => void }) {
  return (
    <Notice
      icon="search"
      title={m.search.noProducts()}
      actions={onClear && <Button onClick={onClear}>{m.search.clearFilters()}</Button>}
    />
  );
}

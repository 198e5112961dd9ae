import { useDeferredValue, useMemo, useRef } from 'react';
import { PRODUCTS_PER_PAGE } from '#contract/catalogue.ts';
import { counted, formatNumber } from '#contract/numbers.ts';
import { useProducts } from '../../api/catalogue.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { useFocusFallback } from '../../components/useFocusFallback.ts';
import { nouns } from '../../nouns.ts';
import styles from './CataloguePage.module.css';
import { FilterBar } from './FilterBar.tsx';
import { filterProducts, highestPrice, noFilter, pageCount, productsOnPage, type Sort } from './filter.ts';
import { ProductCard, ProductCardSkeleton } from './ProductCard.tsx';
import { useFilter } from './useFilter.ts';

/** How many cards load their picture eagerly. */
const EAGER_CARDS = 3;

/** The home page: the products that match the filter, page by page. */
export function CataloguePage() {
  const { data: products, isLoading, error, retry } = useProducts();
  const { filter: requested, change } = useFilter();
  const results = useRef<HTMLElement>(null);

  // Deferred, so that typing stays responsive with a long list of results.
  const filter = useDeferredValue(requested);
  const found = useMemo(() => filterProducts(products ?? [], filter), [products, filter]);
  const sliderEnd = useMemo(() => highestPrice(products ?? []), [products]);

  if (!products && error) {
    return (
      <>
        <CatalogueHeading lead="" />
        <FailureNotice message={error} onRetry={retry} busy={isLoading} />
      </>
    );
  }

  const pages = pageCount(found.length);
  const turnTo = (next: number) => {
    change({ page: next });
    results.current?.focus({ preventScroll: true });
    results.current?.scrollIntoView();
  };

  return (
    <>
      <CatalogueHeading lead={products ? resultSummary(found.length, products.length, filter.sort) : ''} />
      <FilterBar filter={requested} onChange={change} highestPrice={sliderEnd} disabled={!products} />
      <section ref={results} className={styles.results} aria-label="Products" aria-busy={!products} tabIndex={-1}>
        <ul className={styles.grid}>
          {!products &&
            Array.from({ length: PRODUCTS_PER_PAGE }, (_, index) => index).map((index) => (
              <ProductCardSkeleton key={index} />
            ))}
          {productsOnPage(found, filter.page).map((product, index) => (
            <ProductCard key={product._id} product={product} eager={index < EAGER_CARDS} />
          ))}
        </ul>
        {products && found.length === 0 && (
          <NothingFound onClear={products.length > 0 ? () => change(noFilter) : undefined} />
        )}
        {found.length > 0 && <Pagination page={Math.min(filter.page, pages)} count={pages} onTurn={turnTo} />}
      </section>
    </>
  );
}

/** Summarizes how many products are shown. */
function resultSummary(shown: number, all: number, sort: Sort): string {
  const products = counted(all, nouns.product);
  if (shown < all) return `${formatNumber(shown)} of ${products}`;
  return sort === 'default' && all > 0 ? `${products} · Newest first` : products;
}

function CatalogueHeading({ lead }: { lead: string }) {
  return (
    <div className={styles.heading}>
      <PageTitle title="WebShop" className={styles.title}>
        Technology worth keeping.
      </PageTitle>
      <p className={styles.lead} role="status">
        {lead}
      </p>
    </div>
  );
}

function NothingFound({ onClear }: { onClear?: () => void }) {
  const frame = useFocusFallback<HTMLDivElement>();
  return (
    <Notice
      ref={frame}
      icon="search"
      title="There are no products"
      actions={onClear && <Button onClick={onClear}>Clear filters</Button>}
    />
  );
}

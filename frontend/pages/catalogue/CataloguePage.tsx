import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { PRODUCTS_PER_PAGE } from '#contract/catalogue.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Pagination } from '../../components/Pagination.tsx';
import { useFocusKept } from '../../components/useFocusKept.ts';
import { catalogue, clearFilter, loadProducts, type Sort, setPage } from '../../stores/catalogue.ts';
import styles from './CataloguePage.module.css';
import { FilterBar } from './FilterBar.tsx';
import { filterProducts, highestPrice, pageCount, productsOnPage } from './filter.ts';
import { ProductCard, ProductCardSkeleton } from './ProductCard.tsx';
import { useFilterAddress } from './useFilterAddress.ts';

/** How many cards of the first row are drawn at once, before they are scrolled to. */
const EAGER_CARDS = 3;

/** The shop's home: every product, what the filter leaves of them, page by page. */
export function CataloguePage() {
  // A text input loses its caret when its state comes a tick late.
  const { products, loading, error, search, minPrice, sort, page } = useSnapshot(catalogue, { sync: true });
  const results = useRef<HTMLElement>(null);
  useFilterAddress();

  useEffect(() => {
    void loadProducts();
  }, []);

  // The controls follow every key at once; what they leave of a long catalogue follows when there is time.
  const filter = useDeferredValue(useMemo(() => ({ search, minPrice, sort, page }), [search, minPrice, sort, page]));
  const filtered = useMemo(() => filterProducts(products ?? [], filter), [products, filter]);
  const sliderEnd = useMemo(() => highestPrice(products ?? []), [products]);

  if (!products && error) {
    return (
      <>
        <CatalogueHeading lead="" />
        <FailureNotice message={error} onRetry={loadProducts} busy={loading} />
      </>
    );
  }

  const pages = pageCount(filtered.length);
  const turnTo = (next: number) => {
    setPage(next);
    results.current?.focus({ preventScroll: true });
    results.current?.scrollIntoView();
  };

  return (
    <>
      <CatalogueHeading lead={products ? amountShown(filtered.length, products.length, filter.sort) : ''} />
      <FilterBar highestPrice={sliderEnd} disabled={!products} />
      <section ref={results} className={styles.results} aria-label="Products" aria-busy={!products} tabIndex={-1}>
        <ul className={styles.grid}>
          {!products &&
            Array.from({ length: PRODUCTS_PER_PAGE }, (_, place) => place).map((place) => (
              <ProductCardSkeleton key={place} />
            ))}
          {productsOnPage(filtered, filter.page).map((product, place) => (
            <ProductCard key={product._id} product={product} eager={place < EAGER_CARDS} />
          ))}
        </ul>
        {products && filtered.length === 0 && <NothingFound catalogueIsEmpty={products.length === 0} />}
        {filtered.length > 0 && <Pagination page={Math.min(filter.page, pages)} count={pages} onTurn={turnTo} />}
      </section>
    </>
  );
}

/** How much of the catalogue is shown, in words. */
function amountShown(shown: number, all: number, sort: Sort): string {
  const products = `${all} ${all === 1 ? 'product' : 'products'}`;
  if (shown < all) return `${shown} of ${products}`;
  return sort === 'default' && all > 0 ? `${products}, the newest first` : products;
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

function NothingFound({ catalogueIsEmpty }: { catalogueIsEmpty: boolean }) {
  const frame = useFocusKept<HTMLDivElement>();
  return (
    <Notice
      ref={frame}
      icon="search"
      title="There are no products"
      actions={catalogueIsEmpty ? undefined : <Button onClick={clearFilter}>Show all products</Button>}
    />
  );
}

import { proxy, ref } from 'valtio';
import type { ProductView } from '#contract/catalogue.ts';
import { getProducts } from '../api.ts';
import { refreshCart } from './checkout.ts';
import { showFailure } from './failure.ts';

/** Newest first, lowest or highest price first. */
export type Sort = 'default' | 'asc' | 'desc';

/** What is shown of the catalogue. */
export type CatalogueFilter = {
  search: string;
  /** EUR. */
  minPrice: number;
  sort: Sort;
  /** Counted from 1. */
  page: number;
};

type Catalogue = CatalogueFilter & {
  /** All of them, as the server last told; null until it has. Replaced as a whole, so not proxied one by one. */
  products: ReturnType<typeof ref<ProductView[]>> | null;
  loading: boolean;
  /** The sentence of the last load if it failed. */
  error: string | null;
};

/** All products, from the first page on. */
export const noFilter: CatalogueFilter = { search: '', minPrice: 0, sort: 'default', page: 1 };

export const catalogue = proxy<Catalogue>({ products: null, loading: false, error: null, ...noFilter });

/** Fetches all products. What is already shown stays until the answer is there; a load under way is not doubled. */
export async function loadProducts(): Promise<void> {
  if (catalogue.loading) return;
  catalogue.loading = true;
  try {
    const { products } = await getProducts();
    catalogue.products = ref(products);
    catalogue.error = null;
    refreshCart(products);
  } catch (error) {
    catalogue.error = showFailure(error);
  } finally {
    catalogue.loading = false;
  }
}

/** Puts what the server has told anew of a product into the catalogue, if that is loaded. */
export function replaceProduct(product: ProductView): void {
  if (!catalogue.products) return;
  catalogue.products = ref(catalogue.products.map((known) => (known._id === product._id ? product : known)));
}

/** Shows what an address asks for. */
export function showFilter({ search, minPrice, sort, page }: CatalogueFilter): void {
  Object.assign(catalogue, { search, minPrice, sort, page });
}

export function setSearch(search: string): void {
  catalogue.search = search;
  catalogue.page = 1;
}

/** @param minPrice EUR */
export function setMinPrice(minPrice: number): void {
  catalogue.minPrice = minPrice;
  catalogue.page = 1;
}

export function setSort(sort: Sort): void {
  catalogue.sort = sort;
  catalogue.page = 1;
}

export function setPage(page: number): void {
  catalogue.page = page;
}

/** Shows all products again. */
export function clearFilter(): void {
  showFilter(noFilter);
}

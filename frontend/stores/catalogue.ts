import { proxy, ref } from 'valtio';
import type { ProductView } from '#contract/catalogue.ts';
import { getProducts } from '../api.ts';
import { showFailure } from './failure.ts';

/** Newest first, lowest or highest price first. */
export type Sort = 'default' | 'asc' | 'desc';

type Catalogue = {
  /** All of them, as the server last told; null until it has. Replaced as a whole, so not proxied one by one. */
  products: ReturnType<typeof ref<ProductView[]>> | null;
  loading: boolean;
  /** The sentence of the last load if it failed. */
  error: string | null;
  search: string;
  /** EUR. */
  minPrice: number;
  sort: Sort;
  /** Counted from 1. */
  page: number;
};

const noFilter = { search: '', minPrice: 0, sort: 'default', page: 1 } as const;

export const catalogue = proxy<Catalogue>({ products: null, loading: false, error: null, ...noFilter });

/** Fetches all products. What is already shown stays until the answer is there; a load under way is not doubled. */
export async function loadProducts(): Promise<void> {
  if (catalogue.loading) return;
  catalogue.loading = true;
  try {
    const { products } = await getProducts();
    catalogue.products = ref(products);
    catalogue.error = null;
  } catch (error) {
    catalogue.error = showFailure(error);
  } finally {
    catalogue.loading = false;
  }
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
  Object.assign(catalogue, noFilter);
}

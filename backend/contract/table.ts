/** Tables of the dashboard: what a screen asks for in a call's query string, and what every one of them answers beside its rows. */

export const PAGE_SIZE = 25;
export const PAGE_SIZE_MAX = 100;
/** The number of a page is at most this. */
export const PAGE_MAX = 1_000_000;
/** What is searched for has at most this many characters. */
export const SEARCH_MAX = 200;

export const directions = ['asc', 'desc'] as const;
export type Direction = (typeof directions)[number];

export type TableQuery<Column extends string = string> = {
  /** Part of a text, in whatever case; '' for everything. */
  search: string;
  sort: Column;
  direction: Direction;
  /** Counted from 1; null for all rows at once. */
  page: number | null;
  pageSize: number;
};

/** Answered beside the rows. */
export type TableTotal = {
  /** How many rows there are on all pages together. */
  total: number;
};

/** The query string of the dashboard's tables, and what each response holds besides its rows. */

export const PAGE_SIZE = 25;
export const PAGE_SIZE_MAX = 100;
/** Maximum page number. */
export const PAGE_MAX = 1_000_000;
/** Maximum number of rows that a table counts. */
export const TOTAL_MAX = 50_000;
/** Maximum length of a search in characters. */
export const SEARCH_MAX = 200;

export const directions = ['asc', 'desc'] as const;
export type Direction = (typeof directions)[number];

export type TableQuery<Column extends string = string> = {
  /** Text that the rows contain, without regard to case, accents, spaces and hyphens; '' for all rows. */
  search: string;
  sort: Column;
  direction: Direction;
  /** Counts from 1; null for all rows on one page. */
  page: number | null;
  pageSize: number;
};

/** Part of the response besides the rows. */
export type TableTotal = {
  /** The number of rows on all pages; TOTAL_MAX + 1 if there are more than TOTAL_MAX. */
  total: number;
};

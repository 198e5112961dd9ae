/** What a table says of its rows: messages, which are called when they are shown. */
export type TableTexts = {
  /** "Products" */
  title: () => string;
  /** "Search products"; absent if they can't be searched. */
  search?: () => string;
  /** "1 product". `total` is the number in figures, "50,000+" if not all rows are counted. */
  counted: (values: { count: number; total: string }) => string;
  /** Shown if there are no rows. */
  empty: () => string;
  /** Whether that is good news. */
  isGoal?: boolean;
  /** Shown if none match the search and the filters. */
  noMatch: () => string;
  /** "Select all products on this page", where rows can be selected. */
  selectAll?: () => string;
  /** "Selected products" */
  selected?: () => string;
};

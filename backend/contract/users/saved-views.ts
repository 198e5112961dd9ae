/** Maximum length of a view's name in characters. */
export const VIEW_NAME_MAX = 50;
/** Maximum number of views that an admin can save. */
export const VIEWS_MAX = 20;
/** Maximum length of a view's query in characters. */
export const VIEW_QUERY_MAX = 3000;

/** An admin's own name for a query of the orders table. */
export type SavedViewView = {
  _id: string;
  name: string;
  /** The query string of the table's page, without a question mark: search, filters and order, but no page. */
  query: string;
};

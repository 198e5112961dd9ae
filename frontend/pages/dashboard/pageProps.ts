/** What every screen of the dashboard gets (see pages.tsx). */
export type DashboardPageProps = {
  /** What stands in the address for each part that the page's pattern names, such as `productId`. */
  parameters: Readonly<Record<string, string | undefined>>;
};

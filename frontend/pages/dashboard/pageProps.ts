/** The props of every screen (see pages.tsx). */
export type DashboardPageProps = {
  /** The parts of the address that the page's pattern names, such as `productId`. */
  parameters: Readonly<Record<string, string | undefined>>;
};

/** The props of every screen (see pages.tsx). */
export type DashboardPageProps = {
  /** The route parameters, such as `productId`. */
  parameters: Readonly<Record<string, string | undefined>>;
};

import type { OrderState } from './orders.ts';

/** Days, today included, of the chart of orders and of the best sellers. */
export const STATISTICS_DAYS = 30;
/** Products in each list of best ones. */
export const BEST_PRODUCTS = 5;
/** Fewer paid orders than this in these days show no trend. */
export const LOW_ACTIVITY = 10;

export type StatisticsView = {
  usersCount: number;
  productsCount: number;
  /** One entry a day, oldest first, days without an order included. Days are those of UTC. */
  ordersByDay: {
    /** YYYY-MM-DD. */
    day: string;
    /** Paid orders placed that day. Here and everywhere else, a refunded order is not a paid one. */
    orders: number;
    /** EUR, two decimals: what the lines of these orders come to. */
    revenue: number;
  }[];
  ordersByState: Record<OrderState, number>;
  commentsWaiting: number;
  /** Mails that the shop gave up on. */
  unsentMails: number;
  /** By average, then by number of ratings; only what has been rated. */
  bestRated: { productId: string; title: string; rating: number; ratings: number }[];
  /** By pieces in the paid orders of these days; the title is today's, or the last one of a product that is gone. */
  bestSelling: { productId: string; title: string; sold: number; isGone: boolean }[];
};

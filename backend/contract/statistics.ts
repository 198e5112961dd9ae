import type { OrderState } from './orders.ts';

/** The days of the order chart and the best sellers, including today. */
export const STATISTICS_DAYS = 30;
/** The length of the lists of best-rated and best-selling products. */
export const BEST_PRODUCTS = 5;
/** With fewer paid orders in these days, the chart shows no trend. */
export const LOW_ACTIVITY = 10;

export type StatisticsView = {
  usersCount: number;
  productsCount: number;
  /** One entry per UTC day, oldest first, including days without orders. */
  ordersByDay: {
    /** YYYY-MM-DD. */
    day: string;
    /** Paid orders placed that day. A refunded order never counts as paid. */
    orders: number;
    /** The sum of these orders' lines in EUR, two decimals. */
    revenue: number;
  }[];
  ordersByState: Record<OrderState, number>;
  commentsWaiting: number;
  /** Mails that the shop gave up on. */
  unsentMails: number;
  /** Rated products by average, then by number of ratings. */
  bestRated: { productId: string; title: string; rating: number; ratings: number }[];
  /** By units in the paid orders of these days. A deleted product keeps its last title. */
  bestSelling: { productId: string; title: string; sold: number; isGone: boolean }[];
};

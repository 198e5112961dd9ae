import type { CurrencyCode } from '../values/money.ts';
import type { OrderState } from './orders.ts';

/** The period of the statistics, in days of the shop including today. */
export const STATISTICS_DAYS = 30;
/** The length of the lists of best-rated and best-selling products. */
export const BEST_PRODUCTS = 5;
/** With fewer paid orders in these days, the chart shows no trend. */
export const LOW_ACTIVITY = 10;
/** The days, including today, over which the rate of sale is averaged: whole weeks, as weekends sell differently. */
export const RATE_DAYS = 14;
/** Stock that lasts for fewer days is running out. */
export const RUNNING_OUT_DAYS = 7;
/** The length of the lists of products that are low or running out. */
export const RUNNING_OUT_MAX = 10;

/**
 * What was sold in a currency, in its major units. Revenue counts on the day an order was paid: all that was charged, with
 * shipping and VAT. A refund counts on its own day, and takes nothing from the revenue of the day of its order; so does a
 * dispute that the shop lost. What a failed refund gave back counts as back on the day it failed.
 */
export type SalesView = {
  currency: CurrencyCode;
  /** Orders that were paid in the period. */
  orders: number;
  revenue: number;
  /** The revenue per order; null without orders. */
  averageOrder: number | null;
  /** Refunds that were made in the period, also of older orders. An order can have several. */
  refunds: number;
  /** What refunds gave back and lost disputes took; below 0 if more of older refunds failed. */
  refunded: number;
  /** The part of it that lost disputes took. */
  lost: number;
  /** One entry per day of the shop, oldest first, including days without sales. */
  days: {
    /** YYYY-MM-DD. */
    day: string;
    orders: number;
    revenue: number;
    refunded: number;
  }[];
};

/**
 * The outcome of the orders that were opened in the period: `opened` is the sum of the others. An order that its shopper
 * replaced, by changing the cart before paying, doesn't count: the new one does.
 */
export type ConversionView = {
  opened: number;
  /** Also those refunded since. */
  paid: number;
  /** Unpaid so far, also after a declined payment. */
  open: number;
  /** Canceled by the shop: not paid in time, or a price changed. */
  expired: number;
  /** Canceled by the shopper, or at the payment provider. */
  canceled: number;
};

export type RunningOutView = {
  productId: string;
  title: string;
  /** What can still be sold. */
  left: number;
  /** Units sold per day, on average over RATE_DAYS; two decimals. */
  perDay: number;
  /** How long the stock lasts at this rate; two decimals. */
  daysLeft: number;
};

/** The published products with STOCK_LOW units or fewer, those with the fewest first, and how many there are in total. */
export type LowStockView = {
  products: { productId: string; title: string; left: number }[];
  soldOut: number;
  /** Those with units left. */
  low: number;
};

export type StatisticsView = {
  usersCount: number;
  productsCount: number;
  /** One entry per currency. */
  sales: SalesView[];
  conversion: ConversionView;
  /** Published products whose stock is running out, the most urgent first, and how many there are in total. */
  runningOut: { products: RunningOutView[]; total: number };
  lowStock: LowStockView;
  ordersByState: Record<OrderState, number>;
  /** Paid orders with units to ship. */
  ordersToShip: number;
  /** Paid orders that wait to be collected in the store. */
  ordersToCollect: number;
  commentsWaiting: number;
  /** Mails that the shop gave up on. */
  unsentMails: number;
  /** Rated products by average, then by number of ratings. */
  bestRated: { productId: string; title: string; rating: number; ratings: number }[];
  /**
   * By units in the orders that were paid in the period, less those in orders that were refunded in full in it. A deleted
   * product keeps its last title.
   */
  bestSelling: { productId: string; title: string; sold: number; isGone: boolean }[];
};

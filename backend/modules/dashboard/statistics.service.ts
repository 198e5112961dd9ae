import { BEST_PRODUCTS, RUNNING_OUT_MAX, STATISTICS_DAYS, type StatisticsView } from '#contract/orders/statistics.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { countProducts, findBestRated, findLowStock } from '../catalogue/catalogue.queries.ts';
import { countComments } from '../comments/comments.queries.ts';
import { countOpenOrders } from '../orders/dashboard/orders.admin.queries.ts';
import { findSalesPeriod } from '../orders/statistics/sales-days.queries.ts';
import {
  countOrdersByState,
  findBestSelling,
  findRunningOut,
  readConversion,
  readSales,
} from '../orders/statistics/statistics.queries.ts';
import { countUsers } from '../users/accounts/users.queries.ts';
import { countUnsentMails } from './unsent-mails.service.ts';

/** Reads the dashboard's statistics concurrently from the modules that own the data. Days are the shop's. */
export async function readStatistics(em: EntityManager, timeZone: string): Promise<StatisticsView> {
  const period = await findSalesPeriod(em, STATISTICS_DAYS, timeZone);
  const [
    usersCount,
    productsCount,
    sales,
    conversion,
    runningOut,
    ordersByState,
    commentsWaiting,
    bestRated,
    bestSelling,
    unsentMails,
    openOrders,
    lowStock,
  ] = await Promise.all([
    countUsers(em),
    countProducts(em),
    readSales(em, period),
    readConversion(em, period),
    findRunningOut(em, period),
    countOrdersByState(em, period),
    countComments(em, { approved: false }),
    findBestRated(em, BEST_PRODUCTS),
    findBestSelling(em, period),
    countUnsentMails(em),
    countOpenOrders(em),
    findLowStock(em, RUNNING_OUT_MAX),
  ]);
  return {
    usersCount,
    productsCount,
    sales,
    conversion,
    runningOut,
    lowStock,
    ordersByState,
    ordersToShip: openOrders.toShip,
    ordersToCollect: openOrders.toCollect,
    commentsWaiting,
    unsentMails,
    bestRated,
    bestSelling,
  };
}

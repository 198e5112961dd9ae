import { BEST_PRODUCTS, STATISTICS_DAYS, type StatisticsView } from '#contract/statistics.ts';
import type { EntityManager } from '../../core/db.ts';
import { countProducts, findBestRated } from '../catalogue/catalogue.queries.ts';
import { countWaitingComments } from '../comments/comments.queries.ts';
import { countOrdersByState, findBestSelling, ordersByDay } from '../orders/statistics.queries.ts';
import { countUsers } from '../users/users.queries.ts';
import { countUnsentMails } from './unsent-mails.service.ts';

/** Reads the dashboard's statistics concurrently from the modules that own the data. */
export async function readStatistics(em: EntityManager): Promise<StatisticsView> {
  const [usersCount, productsCount, days, ordersByState, commentsWaiting, bestRated, bestSelling, unsentMails] =
    await Promise.all([
      countUsers(em),
      countProducts(em),
      ordersByDay(em, STATISTICS_DAYS),
      countOrdersByState(em),
      countWaitingComments(em),
      findBestRated(em, BEST_PRODUCTS),
      findBestSelling(em, STATISTICS_DAYS, BEST_PRODUCTS),
      countUnsentMails(em),
    ]);
  return {
    usersCount,
    productsCount,
    ordersByDay: days,
    ordersByState,
    commentsWaiting,
    unsentMails,
    bestRated,
    bestSelling,
  };
}

import type { StatisticsView } from '#contract/orders/statistics.ts';

/** A statistics response for the thirty days to November 21, with orders only on the given days. */
export function madeUpStatistics(orders: Record<string, { orders: number; revenue: number }>): StatisticsView {
  const days = Array.from({ length: 30 }, (_, index) => {
    const day = new Date(Date.UTC(2026, 10, 21) - (29 - index) * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    return { day, orders: 0, revenue: 0, refunded: 0, ...orders[day] };
  });
  const sumOf = (name: 'orders' | 'revenue') => days.reduce((sum, each) => sum + each[name], 0);
  const [paid, revenue] = [sumOf('orders'), sumOf('revenue')];
  return {
    usersCount: 1234,
    productsCount: 16_222,
    sales: [
      {
        currency: 'EUR',
        orders: paid,
        revenue,
        averageOrder: paid === 0 ? null : Math.round((100 * revenue) / paid) / 100,
        refunds: 0,
        refunded: 0,
        lost: 0,
        days,
      },
    ],
    conversion: { opened: 0, paid: 0, open: 0, expired: 0, canceled: 0 },
    runningOut: { products: [], total: 0 },
    lowStock: { products: [], soldOut: 0, low: 0 },
    ordersToShip: 0,
    ordersToCollect: 0,
    ordersByState: { pending: 3, paid: 1200, failed: 2, canceled: 1, refunded: 4 },
    commentsWaiting: 7,
    unsentMails: 0,
    bestRated: [{ productId: crypto.randomUUID(), title: 'Well liked', rating: 4.85, ratings: 20 }],
    bestSelling: [
      { productId: crypto.randomUUID(), title: 'Much bought', sold: 1300, isGone: false },
      { productId: crypto.randomUUID(), title: 'Bought once', sold: 1, isGone: true },
    ],
  };
}

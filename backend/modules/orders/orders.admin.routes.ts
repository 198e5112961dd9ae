import type Router from '@koa/router';
import { orderColumns, orderStates } from '#contract/orders.ts';
import { sendCsv } from '../../core/csv.ts';
import { adminOnly, createRouter, type ShopState } from '../../core/http.ts';
import { readFilter, readTableQuery } from '../../core/table.ts';
import { listAllOrders } from './orders.admin.queries.ts';
import { exportColumns, exportOrders } from './orders.export.ts';
import { presentAdminOrder } from './orders.present.ts';

/** The dashboard's orders. For refunds and checks see settlement.admin.routes.ts. */
export function ordersAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/order', adminOnly, async (ctx) => {
    const query = readTableQuery(ctx, orderColumns, { sort: 'date', direction: 'desc', page: 1 });
    const { rows, total } = await listAllOrders(ctx.state.em, query, readFilter(ctx, 'state', orderStates));
    ctx.body = { status: 'success', orders: rows.map(presentAdminOrder), total };
  });

  router.get('/admin/order/export', adminOnly, async (ctx) => {
    const { search } = readTableQuery(ctx, orderColumns, { sort: 'date', direction: 'desc' });
    const state = readFilter(ctx, 'state', orderStates);
    await sendCsv(ctx, 'orders.csv', exportColumns, exportOrders(ctx.state.em, { search, state }));
  });

  return router;
}

import type Router from '@koa/router';
import { counted, formatNumber } from '#contract/numbers.ts';
import { orderNoteInput, resendInput, shipmentInput, shipmentListInput } from '#contract/orders.input.ts';
import type { ListedShipmentView } from '#contract/shipment-lists.ts';
import { sendCsv } from '../../core/csv.ts';
import {
  adminOnly,
  createRouter,
  idempotencyKey,
  jsonBody,
  pathId,
  requireAdmin,
  type ShopState,
  validate,
} from '../../core/http.ts';
import { readOrderFilter, readOrderTable } from './order-list-query.ts';
import { requestResend } from './order-mails.service.ts';
import { addNote, deleteNote, NOTE_NOT_FOUND } from './order-notes.service.ts';
import { findAnyOrderDetail, listAllOrders } from './orders.admin.queries.ts';
import { exportColumns, exportOrders } from './orders.export.ts';
import { presentAdminOrder, presentAdminOrderDetail } from './orders.present.ts';
import { ORDER_NOT_FOUND } from './orders.queries.ts';
import { previewShipments, shipListed } from './shipment-lists.service.ts';
import { finishOrder, shipOrder } from './shipments.service.ts';

/** The dashboard's orders and their fulfilment. For refunds and checks see settlement.admin.routes.ts. */
export function ordersAdminRoutes(): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/order', adminOnly, async (ctx) => {
    const { rows, total } = await listAllOrders(ctx.state.em, readOrderTable(ctx), readOrderFilter(ctx));
    ctx.body = { status: 'success', orders: rows.map(presentAdminOrder), total };
  });

  router.get('/admin/order/export', adminOnly, async (ctx) => {
    const { search } = readOrderTable(ctx);
    const filter = { ...readOrderFilter(ctx), search };
    await sendCsv(ctx, 'orders.csv', exportColumns, exportOrders(ctx.state.em, filter));
  });

  router.get('/admin/order/:id', adminOnly, async (ctx) => {
    const order = await findAnyOrderDetail(ctx.state.em, pathId(ctx.params.id, ORDER_NOT_FOUND));
    ctx.body = { status: 'success', order: presentAdminOrderDetail(order) };
  });

  router.post('/admin/order/shipments/preview', adminOnly, jsonBody, async (ctx) => {
    const lines = await previewShipments(ctx.state.em, validate(shipmentListInput, ctx.request.body));
    ctx.body = { status: 'success', lines };
  });

  router.post('/admin/order/shipments', adminOnly, jsonBody, async (ctx) => {
    const input = validate(shipmentListInput, ctx.request.body);
    const lines = await shipListed(ctx.state.em, requireAdmin(ctx), input);
    ctx.body = { status: 'success', message: shippedMessage(lines), lines };
  });

  router.post('/admin/order/:id/shipment', adminOnly, jsonBody, async (ctx) => {
    const id = pathId(ctx.params.id, ORDER_NOT_FOUND);
    await shipOrder(ctx.state.em, requireAdmin(ctx), id, validate(shipmentInput, ctx.request.body));
    const order = presentAdminOrderDetail(await findAnyOrderDetail(ctx.state.em, id));
    ctx.body = { status: 'success', message: 'Shipment added', order };
  });

  for (const step of ['delivered', 'collected'] as const) {
    router.post(`/admin/order/:id/${step}`, adminOnly, async (ctx) => {
      const id = pathId(ctx.params.id, ORDER_NOT_FOUND);
      await finishOrder(ctx.state.em, requireAdmin(ctx), id, step);
      const order = presentAdminOrderDetail(await findAnyOrderDetail(ctx.state.em, id));
      ctx.body = { status: 'success', message: `Order ${order.number} is ${step}`, order };
    });
  }

  router.post('/admin/order/:id/note', adminOnly, jsonBody, async (ctx) => {
    const id = pathId(ctx.params.id, ORDER_NOT_FOUND);
    await addNote(ctx.state.em, requireAdmin(ctx), id, validate(orderNoteInput, ctx.request.body));
    const order = presentAdminOrderDetail(await findAnyOrderDetail(ctx.state.em, id));
    ctx.body = { status: 'success', message: 'Note added', order };
  });

  router.delete('/admin/order/:id/note/:noteId', adminOnly, async (ctx) => {
    const id = pathId(ctx.params.id, ORDER_NOT_FOUND);
    await deleteNote(ctx.state.em, requireAdmin(ctx), id, pathId(ctx.params.noteId, NOTE_NOT_FOUND));
    const order = presentAdminOrderDetail(await findAnyOrderDetail(ctx.state.em, id));
    ctx.body = { status: 'success', message: 'Note deleted', order };
  });

  router.post('/admin/order/:id/resend', adminOnly, jsonBody, async (ctx) => {
    const id = pathId(ctx.params.id, ORDER_NOT_FOUND);
    const input = validate(resendInput, ctx.request.body);
    await requestResend(ctx.state.em, requireAdmin(ctx), id, { input, key: idempotencyKey(ctx) });
    const order = presentAdminOrderDetail(await findAnyOrderDetail(ctx.state.em, id));
    const message = "We're sending the email again. If it fails, it appears in Unsent emails.";
    ctx.body = { status: 'success', message, order };
  });

  return router;
}

/** "2 orders shipped", "2 orders shipped, 1 not shipped". */
function shippedMessage(lines: readonly ListedShipmentView[]): string {
  const shipped = lines.filter(({ state }) => state === 'shipped').length;
  const message = `${counted(shipped, { one: 'order', other: 'orders' })} shipped`;
  return shipped === lines.length ? message : `${message}, ${formatNumber(lines.length - shipped)} not shipped`;
}

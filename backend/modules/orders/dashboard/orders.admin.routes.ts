import type Router from '@koa/router';
import { orderNoteInput, resendInput, shipmentInput, shipmentListInput } from '#contract/orders/orders.input.ts';
import type { AdminOrderDetailView } from '#contract/orders/orders.ts';
import type { ListedShipmentView } from '#contract/orders/shipment-lists.ts';
import { m } from '#messages';
import { sendCsv } from '../../../core/csv.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, idempotencyKey, pathId, requireCaller, type ShopState } from '../../../core/http/http.ts';
import { repeatable } from '../../../core/http/parameters.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { previewShipments, shipListed } from '../fulfilment/shipment-lists.service.ts';
import { finishOrder, shipOrder } from '../fulfilment/shipments.service.ts';
import { requestResend } from '../mails/order-mails.service.ts';
import { presentAdminOrder, presentAdminOrderDetail, presentCustomer } from '../orders.present.ts';
import { orderTableParameters, readOrderFilter, readOrderTable } from './order-list-query.ts';
import { addNote, deleteNote } from './order-notes.service.ts';
import { findAnyOrder, listAllOrders, readCustomer } from './orders.admin.queries.ts';
import { exportColumns, exportOrders } from './orders.export.ts';

const api = describeCalls('Orders', {
  list: { summary: 'List all orders', access: 'orders.read', query: orderTableParameters, response: 'AdminOrders' },
  export: {
    summary: 'Export orders',
    access: 'orders.export',
    quota: 'export',
    query: orderTableParameters,
    response: 'csv',
  },
  read: { summary: 'Read an order as an admin', access: 'orders.read', response: 'AdminOrder' },
  readCustomer: { summary: 'Read what a user has bought', access: 'orders.read', scope: null, response: 'Customer' },
  previewShipments: {
    summary: 'Check a list of shipments',
    access: 'orders.fulfil',
    body: shipmentListInput,
    response: 'ShipmentList',
  },
  shipList: {
    summary: 'Ship a list of orders',
    access: 'orders.fulfil',
    body: shipmentListInput,
    response: 'ShipmentsListed',
  },
  ship: {
    summary: 'Add a shipment to an order',
    access: 'orders.fulfil',
    body: shipmentInput,
    response: 'AdminOrderSaved',
    errors: ['conflict'],
  },
  delivered: {
    summary: 'Mark an order as delivered',
    access: 'orders.fulfil',
    response: 'AdminOrderSaved',
    errors: ['conflict'],
  },
  collected: {
    summary: 'Mark an order as collected',
    access: 'orders.fulfil',
    response: 'AdminOrderSaved',
    errors: ['conflict'],
  },
  addNote: {
    summary: 'Add a note to an order',
    access: 'orders.note',
    body: orderNoteInput,
    response: 'AdminOrderSaved',
  },
  deleteNote: { summary: 'Delete a note of an order', access: 'orders.note', response: 'AdminOrderSaved' },
  resend: {
    summary: 'Send an email of an order again',
    access: 'orders.resend',
    headers: repeatable,
    body: resendInput,
    response: 'AdminOrderSaved',
    errors: ['conflict', 'tooMany'],
  },
});

/** The dashboard's orders and their fulfilment. For refunds and checks see settlement.admin.routes.ts. */
export function ordersAdminRoutes({ settings }: { settings: ShopSettings }): Router<ShopState> {
  const router = createRouter();

  async function view(em: EntityManager, id: string): Promise<AdminOrderDetailView> {
    return presentAdminOrderDetail(await findAnyOrder(em, id), await settings.read(em));
  }

  router.get('/admin/order', api.list, async (ctx) => {
    const { em } = ctx.state;
    const { timeZone } = await settings.read(em);
    const { rows, total } = await listAllOrders(em, timeZone, readOrderTable(ctx), readOrderFilter(ctx));
    ctx.body = { status: 'success', orders: rows.map(presentAdminOrder), total };
  });

  router.get('/admin/order/export', api.export, async (ctx) => {
    const { search } = readOrderTable(ctx);
    const { em } = ctx.state;
    const { timeZone } = await settings.read(em);
    const rows = exportOrders(em, timeZone, search, readOrderFilter(ctx));
    await sendCsv(ctx, 'orders.csv', exportColumns, rows);
  });

  router.get('/admin/order/:id', api.read, async (ctx) => {
    const id = pathId(ctx.params.id, m.orders.notFound());
    ctx.body = { status: 'success', order: await view(ctx.state.em, id) };
  });

  router.get('/admin/customer/:id', api.readCustomer, async (ctx) => {
    const id = pathId(ctx.params.id, m.orders.customerNotFound());
    ctx.body = { status: 'success', customer: presentCustomer(await readCustomer(ctx.state.em, id)) };
  });

  router.post('/admin/order/shipments/preview', api.previewShipments, async (ctx) => {
    ctx.body = { status: 'success', lines: await previewShipments(ctx.state.em, ctx.state.input) };
  });

  router.post('/admin/order/shipments', api.shipList, async (ctx) => {
    const lines = await shipListed(ctx.state.em, requireCaller(ctx), ctx.state.input);
    ctx.body = { status: 'success', message: shippedMessage(lines), lines };
  });

  router.post('/admin/order/:id/shipment', api.ship, async (ctx) => {
    const id = pathId(ctx.params.id, m.orders.notFound());
    await shipOrder(ctx.state.em, requireCaller(ctx), id, ctx.state.input);
    ctx.body = { status: 'success', message: m.orders.shipmentAdded(), order: await view(ctx.state.em, id) };
  });

  for (const step of ['delivered', 'collected'] as const) {
    router.post(`/admin/order/:id/${step}`, api[step], async (ctx) => {
      const id = pathId(ctx.params.id, m.orders.notFound());
      await finishOrder(ctx.state.em, requireCaller(ctx), id, step);
      const order = await view(ctx.state.em, id);
      ctx.body = { status: 'success', message: m.orders.nowIs({ number: String(order.number), state: step }), order };
    });
  }

  router.post('/admin/order/:id/note', api.addNote, async (ctx) => {
    const id = pathId(ctx.params.id, m.orders.notFound());
    await addNote(ctx.state.em, requireCaller(ctx), id, ctx.state.input);
    ctx.body = { status: 'success', message: m.orders.noteAdded(), order: await view(ctx.state.em, id) };
  });

  router.delete('/admin/order/:id/note/:noteId', api.deleteNote, async (ctx) => {
    const id = pathId(ctx.params.id, m.orders.notFound());
    await deleteNote(ctx.state.em, requireCaller(ctx), id, pathId(ctx.params.noteId, m.orders.noteNotFound()));
    ctx.body = { status: 'success', message: m.orders.noteDeleted(), order: await view(ctx.state.em, id) };
  });

  router.post('/admin/order/:id/resend', api.resend, async (ctx) => {
    const id = pathId(ctx.params.id, m.orders.notFound());
    const request = { input: ctx.state.input, key: idempotencyKey(ctx) };
    await requestResend(ctx.state.em, requireCaller(ctx), id, request);
    const order = await view(ctx.state.em, id);
    ctx.body = { status: 'success', message: m.orders.mailResent(), order };
  });

  return router;
}

/** "2 orders shipped", "2 orders shipped, 1 not shipped". */
function shippedMessage(lines: readonly ListedShipmentView[]): string {
  const shipped = lines.filter(({ state }) => state === 'shipped').length;
  const left = lines.length - shipped;
  return left === 0 ? m.orders.listShipped({ shipped }) : m.orders.listPartlyShipped({ shipped, left });
}

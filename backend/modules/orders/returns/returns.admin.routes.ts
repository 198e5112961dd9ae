import type Router from '@koa/router';
import {
  approveReturnInput,
  receiveReturnInput,
  rejectReturnInput,
  sendReturnInput,
} from '#contract/orders/returns.input.ts';
import { returnColumns, returnStates } from '#contract/orders/returns.ts';
import { m } from '#messages';
import { readFilter, readTableQuery } from '../../../core/database/table.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopContext, type ShopState } from '../../../core/http/http.ts';
import { choice, tableParameters } from '../../../core/http/parameters.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { findAnyOrder } from '../dashboard/orders.admin.queries.ts';
import { presentAdminOrderDetail } from '../orders.present.ts';
import { viewReturnRefund } from './refund-of-return.ts';
import { findReturn, listReturns } from './returns.queries.ts';
import { approveReturn, receiveReturn, rejectReturn } from './returns.service.ts';
import { repairReturn, replaceReturn } from './sent-goods.service.ts';

const step = { access: 'orders.fulfil', response: 'ReturnSaved' } as const;

const api = describeCalls('Returns', {
  list: {
    summary: 'List the returns',
    access: 'orders.read',
    query: { ...tableParameters(returnColumns), state: choice(returnStates), overdue: choice(['true', 'false']) },
    response: 'Returns',
  },
  refund: {
    summary: 'Show what the refund of a return gives back',
    access: 'orders.read',
    response: 'ReturnRefund',
  },
  approve: {
    ...step,
    summary: 'Approve a return',
    body: approveReturnInput,
    isBodyOptional: true,
    errors: ['conflict'],
  },
  reject: { ...step, summary: 'Reject a return', body: rejectReturnInput, errors: ['conflict'] },
  receive: { ...step, summary: 'Record what of a return came back', body: receiveReturnInput, errors: ['conflict'] },
  replace: {
    ...step,
    summary: 'Send new units for those that came back',
    body: sendReturnInput,
    errors: ['conflict', 'soldOut'],
  },
  repair: { ...step, summary: 'Send the units that came back, repaired', body: sendReturnInput, errors: ['conflict'] },
});

/** The dashboard's returns. For their refunds see settlement.admin.routes.ts. */
export function returnsAdminRoutes({ settings }: { settings: ShopSettings }): Router<ShopState> {
  const router = createRouter();

  async function saved(ctx: ShopContext, id: string) {
    const { em } = ctx.state;
    const goods = await findReturn(em, id);
    const order = presentAdminOrderDetail(await findAnyOrder(em, goods.orderId), await settings.read(em));
    return { status: 'success' as const, message: m.returns.nowIs({ state: goods.state }), return: goods, order };
  }
  const idOf = (ctx: { params: Record<string, string> }) => pathId(ctx.params.id, m.returns.notFound());

  router.get('/admin/return', api.list, async (ctx) => {
    const query = readTableQuery(ctx, returnColumns, { sort: 'date', direction: 'desc', page: 1 });
    const state = readFilter(ctx, 'state', returnStates);
    const isOverdue = readFilter(ctx, 'overdue', ['true', 'false']) === 'true';
    ctx.body = { status: 'success', ...(await listReturns(ctx.state.em, query, { state, isOverdue })) };
  });

  router.get('/admin/return/:id/refund', api.refund, async (ctx) => {
    ctx.body = { status: 'success', refund: await viewReturnRefund(ctx.state.em, idOf(ctx)) };
  });

  router.post('/admin/return/:id/approve', api.approve, async (ctx) => {
    const id = idOf(ctx);
    await approveReturn(ctx.state.em, requireCaller(ctx), id, ctx.state.input ?? { instructions: '' });
    ctx.body = await saved(ctx, id);
  });

  router.post('/admin/return/:id/reject', api.reject, async (ctx) => {
    const id = idOf(ctx);
    await rejectReturn(ctx.state.em, requireCaller(ctx), id, ctx.state.input);
    ctx.body = await saved(ctx, id);
  });

  router.post('/admin/return/:id/receive', api.receive, async (ctx) => {
    const id = idOf(ctx);
    await receiveReturn(ctx.state.em, requireCaller(ctx), id, ctx.state.input);
    ctx.body = await saved(ctx, id);
  });

  router.post('/admin/return/:id/replace', api.replace, async (ctx) => {
    const id = idOf(ctx);
    await replaceReturn(ctx.state.em, requireCaller(ctx), id, ctx.state.input);
    ctx.body = await saved(ctx, id);
  });

  router.post('/admin/return/:id/repair', api.repair, async (ctx) => {
    const id = idOf(ctx);
    await repairReturn(ctx.state.em, requireCaller(ctx), id, ctx.state.input);
    ctx.body = await saved(ctx, id);
  });

  return router;
}

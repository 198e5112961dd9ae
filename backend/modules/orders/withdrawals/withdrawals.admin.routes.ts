import type Router from '@koa/router';
import { dismissInput, matchInput } from '#contract/orders/withdrawals.input.ts';
import { withdrawalColumns, withdrawalStates } from '#contract/orders/withdrawals.ts';
import { m } from '#messages';
import { readFilter, readTableQuery } from '../../../core/database/table.ts';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, pathId, requireCaller, type ShopState } from '../../../core/http/http.ts';
import { choice, tableParameters } from '../../../core/http/parameters.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { findWithdrawal, listWithdrawals } from './withdrawals.queries.ts';
import { dismissWithdrawal, matchWithdrawal } from './withdrawals.service.ts';

const api = describeCalls('Returns', {
  list: {
    summary: 'List withdrawals, by default those that wait',
    access: 'orders.read',
    query: { ...tableParameters(withdrawalColumns), state: choice(withdrawalStates) },
    response: 'Withdrawals',
  },
  match: {
    summary: 'Match a withdrawal to an order',
    access: 'orders.note',
    body: matchInput,
    response: 'WithdrawalSaved',
    errors: ['notFound', 'conflict'],
  },
  dismiss: {
    summary: 'Dismiss a withdrawal',
    access: 'orders.note',
    body: dismissInput,
    response: 'WithdrawalSaved',
    errors: ['notFound', 'conflict'],
  },
});

/** The withdrawals that staff look at. */
export function withdrawalsAdminRoutes({ settings }: { settings: ShopSettings }): Router<ShopState> {
  const router = createRouter();

  router.get('/admin/withdrawal', api.list, async (ctx) => {
    const query = readTableQuery(ctx, withdrawalColumns, { sort: 'date', direction: 'desc', page: 1 });
    const state = readFilter(ctx, 'state', withdrawalStates) ?? 'waiting';
    ctx.body = { status: 'success', ...(await listWithdrawals(ctx.state.em, query, state)) };
  });

  router.post('/admin/withdrawal/:id/match', api.match, async (ctx) => {
    const { em, input } = ctx.state;
    const id = pathId(ctx.params.id, m.withdrawals.notFound());
    await matchWithdrawal({ em, settings }, requireCaller(ctx), id, input);
    ctx.body = { status: 'success', message: m.withdrawals.matched(), withdrawal: await findWithdrawal(em, id) };
  });

  router.post('/admin/withdrawal/:id/dismiss', api.dismiss, async (ctx) => {
    const { em, input } = ctx.state;
    const id = pathId(ctx.params.id, m.withdrawals.notFound());
    await dismissWithdrawal(em, requireCaller(ctx), id, input);
    ctx.body = { status: 'success', message: m.withdrawals.dismissed(), withdrawal: await findWithdrawal(em, id) };
  });

  return router;
}

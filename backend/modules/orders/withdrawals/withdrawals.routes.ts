import { orderWithdrawalInput, withdrawalInput } from '#contract/orders/withdrawals.input.ts';
import { m } from '#messages';
import { describeCalls } from '../../../core/http/calls.ts';
import { createRouter, pathId, requireCaller } from '../../../core/http/http.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { presentOrderDetail } from '../orders.present.ts';
import { findOrder } from '../orders.queries.ts';
import { receiveWithdrawal, withdrawOwn } from './withdrawals.service.ts';

const api = describeCalls('Orders', {
  receive: {
    summary: 'Withdraw from a contract without a login',
    quota: 'withdrawal',
    body: withdrawalInput,
    response: 'WithdrawalReceived',
  },
  withdraw: {
    summary: 'Withdraw from the contract about one of your orders',
    access: 'user',
    body: orderWithdrawalInput,
    response: 'OrderWithdrawn',
    errors: ['conflict'],
  },
});

/** Withdrawals from a contract: Directive 2011/83/EU, Art. 11a. */
export function withdrawalsRoutes({ settings }: { settings: ShopSettings }) {
  const router = createRouter();

  router.post('/withdrawal', api.receive, async (ctx) => {
    const withdrawal = await receiveWithdrawal(ctx.state.em, ctx.state.input);
    ctx.body = { status: 'success', message: m.withdrawals.received(), withdrawal };
  });

  router.post('/orders/:id/withdrawal', api.withdraw, async (ctx) => {
    const { em } = ctx.state;
    const { userId } = requireCaller(ctx);
    const id = pathId(ctx.params.id, m.orders.notFound());
    const withdrawal = await withdrawOwn({ em, settings }, userId, id, ctx.state.input);
    const order = presentOrderDetail(await findOrder(em, userId, { id }), await settings.read(em));
    ctx.body = { status: 'success', message: m.withdrawals.received(), withdrawal, order };
  });

  return router;
}

import type { WithdrawalInput } from '#contract/orders/withdrawals.input.ts';
import type { WithdrawalReceipt } from '#contract/orders/withdrawals.ts';
import { m } from '#messages';
import { call } from './call.ts';

/** States that somebody withdraws from a contract; works without a login. @throws ApiError */
export async function sendWithdrawal(statement: WithdrawalInput): Promise<WithdrawalReceipt> {
  const options = { body: statement, task: m.withdrawals.task(), isOpen: true };
  return (await call<'WithdrawalReceived'>('POST', '/withdrawal', options)).withdrawal;
}

import type { Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { checkPresence, countBy, type Finding, newFinding } from './finding.ts';

/**
 * Checks that acknowledged withdrawals are stored and were confirmed by a mail, and that each return came to its state once, by
 * its steps, with one refund and a mail for each step.
 */
export async function checkReturns({ em, mails }: Evidence, journal: Journal): Promise<Finding[]> {
  const withdrawals = await em.execute<{ id: string; reference: string; isAttached: boolean }[]>(
    `select id, reference, order_id is not null as "isAttached" from withdrawal`,
  );
  const stored = checkPresence(
    'withdrawals',
    journal.withdrawals.map((key) => ({ key, outcome: 'acknowledged' })),
    countBy(withdrawals, ({ reference }) => reference),
  );
  const sent = new Set(mails.map(({ messageId }) => messageId.replace(/^<|@.*$/g, '')));
  for (const { id, reference, isAttached } of withdrawals) {
    if (!sent.has(`withdrawal-${id}`)) stored.lost.push(`the acknowledgement of ${reference}`);
    if (!isAttached) stored.wrong.push(`${reference} has lost its order`);
  }

  const rows = await em.execute<{ id: string; state: string }[]>('select id, state from order_return');
  const steps = await em.execute<{ returnId: string; state: string; count: number }[]>(
    `select return_id as "returnId", lower(substr(what, 7)) as state, count(*)::int as count
     from order_history where return_id is not null group by return_id, what`,
  );
  const returns = newFinding('returns', rows.length);
  for (const { id, state } of rows) {
    if (!steps.some((step) => step.returnId === id && step.state === state))
      returns.lost.push(`the step by which ${id} is ${state}`);
  }
  for (const { returnId, state, count } of steps) {
    // One whose refund has failed is refunded again, of which the mail about the refund tells.
    if (state === 'refunded') continue;
    if (count > 1) returns.duplicated.push(`${returnId} was ${state} ${count} times`);
    if (!sent.has(`order-return-${returnId}-${state}`)) returns.lost.push(`the email that ${returnId} is ${state}`);
  }
  const refundedTwice = await em.execute<{ id: string }[]>(
    `select return_id as id from refund where return_id is not null and state in ('requested', 'done')
     group by return_id having count(*) > 1`,
  );
  returns.duplicated.push(...refundedTwice.map(({ id }) => `${id} has two refunds`));
  const misplaced = await em.execute<{ id: string }[]>(
    `select r.id from order_return r join refund on refund.return_id = r.id
     where (refund.state = 'done') <> (r.state = 'refunded') and refund.state in ('requested', 'done')`,
  );
  returns.wrong.push(...misplaced.map(({ id }) => `${id} is in another state than its refund`));
  return [stored, returns];
}

import type { Random } from '../random.ts';
import type { Traffic } from './people.ts';

type Goods = { _id: string; lines: { productId: string; count: number }[] };
type Step = { action: string; body: object };

/**
 * Moves a return on; twice at once sometimes, or in two ways. A conflict means that it was moved meanwhile, that its units are
 * sold out, or that the bank keeps the payment.
 */
export async function takeBack({ client, adminToken }: Traffic, random: Random): Promise<void> {
  const state = random.pick(['requested', 'approved', 'received'] as const);
  const returns: Goods[] = (await client.read(`/admin/return?page=1&state=${state}`, adminToken)).returns;
  if (returns.length === 0) return;
  const goods = random.pick(returns);
  const key = crypto.randomUUID();
  const act = async ({ action, body }: Step) => {
    await client.call('move return', 'POST', `/admin/return/${goods._id}/${action}`, {
      token: adminToken,
      ...(action === 'refund' && { headers: { 'Idempotency-Key': key } }),
      body,
      allowedErrors: ['conflict', 'invalid', 'soldOut'],
    });
  };
  const step = nextStep(random, state, goods);
  if (random.chance(0.7)) return act(step);
  await Promise.all([act(step), act(random.chance(0.5) ? step : nextStep(random, state, goods))]);
}

function nextStep(random: Random, state: 'requested' | 'approved' | 'received', { lines }: Goods): Step {
  const parcel = { carrier: 'Post', trackingNumber: crypto.randomUUID() };
  if (state === 'requested') {
    return random.chance(0.8)
      ? { action: 'approve', body: { instructions: 'Use the old box.' } }
      : { action: 'reject', body: { reason: 'Too late' } };
  }
  if (state === 'approved') {
    const condition = random.pick(['asNew', 'used', 'damaged']);
    return { action: 'receive', body: { lines: lines.map((line) => ({ ...line, condition })) } };
  }
  const choice = random.number();
  if (choice < 0.6) return { action: 'refund', body: { restock: random.chance(0.7) } };
  return { action: choice < 0.8 ? 'replace' : 'repair', body: parcel };
}

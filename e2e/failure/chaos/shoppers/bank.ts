import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Traffic } from './people.ts';

/** Milliseconds between two decisions. */
const THINK_TIME = { min: 500, max: 1500 };
/** The latest refunds, of which one is refused. */
const LATEST = 20;

/** Refuses refunds after they were made and decides disputes until the shop closes, as banks do. */
export async function decideAsBank(traffic: Traffic, random: Random): Promise<void> {
  while (traffic.isOpen()) {
    // A fault may reject it. The invariants compare with the provider's own state.
    await (random.chance(0.6) ? refuseRefund(traffic, random) : dispute(traffic, random)).catch(() => {});
    await pause(random.integer(THINK_TIME.min, THINK_TIME.max));
  }
}

async function refuseRefund({ provider, control }: Traffic, random: Random): Promise<void> {
  const { data } = await provider.refunds.list({ limit: LATEST });
  const made = data.filter(({ status }) => status === 'succeeded');
  if (made.length > 0) await control(`refunds/${random.pick(made).id}/fail`);
}

/** Disputes the payment of an order that is shipped: nothing refunds it without an admin, who is told that it is disputed. */
async function dispute({ client, adminToken, control }: Traffic, random: Random): Promise<void> {
  const { orders } = await client.read('/admin/order?page=1&state=paid&fulfilment=shipped', adminToken);
  const found: { paymentIntentId: string; isDisputed: boolean }[] = orders;
  const undisputed = found.filter(({ isDisputed }) => !isDisputed);
  if (undisputed.length === 0) return;
  const { id } = await control('disputes', { payment_intent: random.pick(undisputed).paymentIntentId });
  if (random.chance(0.8)) await control(`disputes/${id}/close`, { status: random.pick(['won', 'lost']) });
}

import type { OrderDetailView } from '#contract/orders.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { presentOrderDetail } from './orders.present.ts';
import { listOrders } from './orders.queries.ts';

/** All that the shop stores about a user's orders, newest first. */
export async function listOwnOrders(em: EntityManager, userId: string): Promise<OrderDetailView[]> {
  return (await listOrders(em, userId)).map(presentOrderDetail);
}

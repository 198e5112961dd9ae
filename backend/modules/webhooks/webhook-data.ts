import type { Deleted, WebhookData, WebhookEvent } from '#contract/integration/webhooks.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { AppError } from '../../core/errors.ts';
import type { EventMap } from '../../core/events/events.ts';
import type { StoredEvent } from '../../core/events/outbox.ts';
import { viewProducts } from '../catalogue/products/products.admin.service.ts';
import { countCommentsOf, findComment } from '../comments/comments.queries.ts';
import { findAnyOrder } from '../orders/dashboard/orders.admin.queries.ts';
import { presentAdminOrderDetail } from '../orders/orders.present.ts';
import { countOrdersOf, findPurchases } from '../orders/orders.queries.ts';
import { findReturn } from '../orders/returns/returns.queries.ts';
import { findWithdrawal } from '../orders/withdrawals/withdrawals.queries.ts';
import { productsRatedBy } from '../ratings/ratings.queries.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import { viewUsers } from '../users/administration/users.admin.service.ts';

/** What endpoints receive: an event, and the objects that it is about. */
export type Announcement = { event: Exclude<WebhookEvent, 'webhook.test'>; ids: string[] };

const order =
  (event: Announcement['event']) =>
  ({ orderId }: { orderId: string }): Announcement => ({ event, ids: [orderId] });

/** What endpoints receive for a domain event; null for nothing. */
const announcements = {
  'order.paid': order('order.paid'),
  'order.shipped': order('order.shipped'),
  'order.delivered': order('order.delivered'),
  'order.refunded': order('order.refunded'),
  'order.canceled': order('order.canceled'),
  'order.disputed': order('order.disputed'),
  'return.changed': ({ returnId, state }) => {
    return state === 'requested' || state === 'received' ? { event: `return.${state}`, ids: [returnId] } : null;
  },
  'withdrawal.received': ({ withdrawalId }) => ({ event: 'withdrawal.received', ids: [withdrawalId] }),
  'product.changed': ({ change, productIds }) => ({ event: `product.${change}`, ids: productIds }),
  'stock.low': ({ productId }) => ({ event: 'stock.low', ids: [productId] }),
  'comment.created': ({ commentId }) => ({ event: 'comment.created', ids: [commentId] }),
  'user.registered': ({ userId }) => ({ event: 'user.registered', ids: [userId] }),
  'user.deleted': ({ userId }) => ({ event: 'user.deleted', ids: [userId] }),
} satisfies { [Name in keyof EventMap]?: (payload: EventMap[Name]) => Announcement | null };

export type AnnouncedEvent = keyof typeof announcements;
export const announcedEvents = Object.keys(announcements) as AnnouncedEvent[];

export function announcementOf({ name, payload }: StoredEvent<AnnouncedEvent>): Announcement | null {
  const tell: (payload: never) => Announcement | null = announcements[name];
  return tell(payload as never);
}

export type ViewDeps = { em: EntityManager; settings: ShopSettings };

type View<Data> = (deps: ViewDeps, ids: string[]) => Promise<Data[]>;

/** A view of a single object, which may be deleted. */
function single<Data>(view: (deps: ViewDeps, id: string) => Promise<Data>): View<Data> {
  return async (deps, ids) => {
    const views: Data[] = [];
    for (const id of ids) {
      try {
        views.push(await view(deps, id));
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'notFound') throw error;
      }
    }
    return views;
  };
}

const orders = single(async ({ em, settings }, id) => {
  return presentAdminOrderDetail(await findAnyOrder(em, id), await settings.read(em));
});
const returns = single(({ em }, id) => findReturn(em, id));
const products: View<WebhookData['product.created']> = ({ em }, ids) => viewProducts(em, countCommentsOf, ids);
const nothing: View<never> = async () => [];

/** The objects of each event as the admin API shows them. */
const views: { [Event in Announcement['event']]: View<WebhookData[Event]> } = {
  'order.paid': orders,
  'order.shipped': orders,
  'order.delivered': orders,
  'order.refunded': orders,
  'order.canceled': orders,
  'order.disputed': orders,
  'return.requested': returns,
  'return.received': returns,
  'withdrawal.received': single(({ em }, id) => findWithdrawal(em, id)),
  'product.created': products,
  'product.updated': products,
  'product.deleted': nothing,
  'stock.low': products,
  'comment.created': single(({ em }, id) => findComment(em, findPurchases, id)),
  'user.registered': ({ em }, ids) => viewUsers(em, { votedFor: productsRatedBy, orderCounts: countOrdersOf }, ids),
  'user.deleted': nothing,
};

/** The objects by id, as they are now; of those that are deleted, only the id. */
export async function viewObjects(deps: ViewDeps, { event, ids }: Announcement): Promise<Map<string, Deleted>> {
  const found: Deleted[] = await views[event](deps, ids);
  return new Map([...ids.map((_id) => ({ _id })), ...found].map((view) => [view._id, view]));
}

import { type Cause, type Event, newEvent } from './objects.ts';
import { type Parameters, readText } from './parameters.ts';
import type { State } from './state.ts';
import { listObjects } from './views.ts';

type EventType =
  | 'payment_intent.created'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.requires_action'
  | 'payment_intent.canceled'
  | 'charge.succeeded'
  | 'charge.failed'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.closed';

export type Events = ReturnType<typeof createEvents>;

/** Events, which the shop can list and receives as webhooks. @param enqueue schedules a webhook */
export function createEvents(state: State, enqueue: (eventId: string) => void) {
  const countDeliveries = state.database.prepare('SELECT count(*) AS pending FROM deliveries WHERE event_id = ?');

  function withPending(event: Event): Event {
    return { ...event, pending_webhooks: Number(countDeliveries.get(event.id)?.pending) > 0 ? 1 : 0 };
  }

  return {
    find: (id: string) => withPending(state.get<Event>('event', id)),

    /** Call within the transaction that changes `object`. */
    record(type: EventType, object: object, cause: Cause): void {
      const event = newEvent(type, object, cause);
      state.insert(event);
      enqueue(event.id);
    },

    list(parameters: Parameters) {
      const types = Object.values(parameters.types ?? {}).map(String);
      const type = readText(parameters, 'type');
      if (type !== null) types.push(type);
      const isWanted = (event: Event) => types.length === 0 || types.some((wanted) => matches(wanted, event.type));
      const list = listObjects<Event>(state, 'event', parameters, ['type', 'types'], isWanted);
      return { ...list, data: list.data.map(withPending) };
    },
  };
}

/** `charge.*` matches every event about charges. */
function matches(wanted: string, type: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

import { notFound } from './errors.ts';
import { type Cause, type Event, newEvent } from './objects.ts';
import { PAGE_PARAMETERS, type Parameters, readCreated, readPage, readText, requireKnown } from './parameters.ts';
import type { State } from './state.ts';

type EventType =
  | 'payment_intent.created'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.requires_action'
  | 'payment_intent.canceled'
  | 'charge.succeeded'
  | 'charge.failed'
  | 'charge.refunded';

export type Events = ReturnType<typeof createEvents>;

/** Events, which the shop can list and receives as webhooks. @param enqueue schedules a webhook */
export function createEvents(state: State, enqueue: (eventId: string) => void) {
  const countDeliveries = state.database.prepare('SELECT count(*) AS pending FROM deliveries WHERE event_id = ?');

  function withPending(event: Event): Event {
    return { ...event, pending_webhooks: Number(countDeliveries.get(event.id)?.pending) > 0 ? 1 : 0 };
  }

  function find(id: string): Event {
    const event = state.find<Event>('event', id);
    if (event === null) throw notFound('event', id);
    return withPending(event);
  }

  return {
    find,

    /** Call within the transaction that changes `object`. */
    record(type: EventType, object: object, cause: Cause): void {
      const event = newEvent(type, object, cause);
      state.insert(event);
      enqueue(event.id);
    },

    list(parameters: Parameters) {
      requireKnown(parameters, [...PAGE_PARAMETERS, 'type', 'types', 'created']);
      const types = Object.values(parameters.types ?? {}).map(String);
      const type = readText(parameters, 'type');
      if (type !== null) types.push(type);
      const isInTime = readCreated(parameters);
      const { data, hasMore } = state.list<Event>(
        'event',
        readPage(parameters),
        (event) =>
          (types.length === 0 || types.some((wanted) => matches(wanted, event.type))) && isInTime(event.created),
      );
      return { data: data.map(withPending), hasMore };
    },
  };
}

/** `charge.*` matches every event about charges. */
function matches(wanted: string, type: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

import type { StoredEvent } from '../../../../backend/core/events/outbox.ts';
import {
  type AnnouncedEvent,
  announcedEvents,
  announcementOf,
} from '../../../../backend/modules/webhooks/webhook-data.ts';
import type { Received } from '../../../../testing/servers/receiver.ts';
import type { Endpoint } from '../endpoints.ts';
import type { Evidence } from './evidence.ts';
import { type Finding, newFinding } from './finding.ts';

type DeliveryRow = { id: string; url: string; eventId: string; objectId: string; state: string };

/** Checks that each endpoint got every event, with the same bytes each time, and the events of each order in sequence. */
export async function checkEndpoints({ em, events }: Evidence, endpoints: readonly Endpoint[]): Promise<Finding[]> {
  const rows = await em.execute<DeliveryRow[]>(
    `select delivery.id, url, event_id as "eventId", object_id as "objectId", state
     from webhook_delivery delivery join webhook on webhook.id = webhook_id`,
  );
  const told = (events as unknown as StoredEvent[])
    .filter((event): event is StoredEvent<AnnouncedEvent> => (announcedEvents as string[]).includes(event.name))
    .flatMap((event) => (announcementOf(event)?.ids ?? []).map((objectId) => ({ event, objectId })));
  return endpoints.map(({ name, receiver }) => {
    const finding = newFinding(`events of the ${name} endpoint`, told.length);
    const own = rows.filter(({ url }) => url === receiver.url);
    const byKey = new Map(own.map((row) => [`${row.eventId} ${row.objectId}`, row]));
    const received = Map.groupBy(receiver.received, ({ headers }) => String(headers['webhook-id']));
    for (const { event, objectId } of told) {
      const row = byKey.get(`${event.id} ${objectId}`);
      const what = `${event.name} of ${objectId}`;
      if (row === undefined) finding.lost.push(`${what} was not stored`);
      else if (row.state !== 'delivered') finding.wrong.push(`${what} is ${row.state}`);
      else if (!received.has(row.id)) finding.lost.push(`${what} never arrived`);
    }
    for (const [id, copies] of received) {
      if (new Set(copies.map(({ body }) => body)).size > 1) finding.wrong.push(`${id} had several bodies`);
    }
    finding.wrong.push(...outOfSequence(receiver.received));
    return finding;
  });
}

/** What happens to an order before something else does. */
const sequences = [
  ['order.paid', 'order.shipped'],
  ['order.paid', 'order.delivered'],
  ['order.shipped', 'order.delivered'],
  ['order.paid', 'order.refunded'],
  ['order.paid', 'order.canceled'],
] as const;

function outOfSequence(received: readonly Received[]): string[] {
  const orders = new Map<string, Map<string, string>>();
  for (const { body } of received) {
    const { type, timestamp, data } = JSON.parse(body);
    if (!type.startsWith('order.')) continue;
    const times = orders.get(data._id) ?? new Map<string, string>();
    // The first of several shipments and refunds.
    if (timestamp < (times.get(type) ?? '~')) times.set(type, timestamp);
    orders.set(data._id, times);
  }
  return [...orders].flatMap(([id, times]) =>
    sequences.flatMap(([earlier, later]) => {
      const [first, second] = [times.get(earlier), times.get(later)];
      return first !== undefined && second !== undefined && second < first ? `${id}: ${later} before ${earlier}` : [];
    }),
  );
}

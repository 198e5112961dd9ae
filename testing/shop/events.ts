import type { EventMap, EventName } from '../../backend/core/events/events.ts';
import { OUTBOX_CHANNEL } from '../../backend/core/events/outbox-notifications.ts';
import { newId } from '../../backend/core/ids.ts';
import { withClient } from '../servers/database.ts';

/** Emits an event of a running shop, as its own code does. */
export async function emitEvent<Name extends EventName>(
  databaseUrl: string,
  name: Name,
  payload: EventMap[Name],
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const values = [newId(), name, JSON.stringify(payload)];
    await client.query('insert into outbox_event (id, name, payload) values ($1, $2, $3)', values);
    await client.query('select pg_notify($1, $2)', [OUTBOX_CHANNEL, '']);
  });
}

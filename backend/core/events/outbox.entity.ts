import { defineEntity, p } from '@mikro-orm/core';
import { id, index } from '../database/columns.ts';

export const OutboxEventSchema = defineEntity({
  name: 'OutboxEvent',
  tableName: 'outbox_event',
  properties: {
    id: id(),
    name: p.string(),
    payload: p.json<Record<string, unknown>>(),
    /** The request that caused it, for the logs of its jobs. */
    requestId: p.text().nullable(),
    /** The trace that its jobs continue, as a W3C `traceparent`. */
    traceContext: p.text().nullable(),
    /** When its change held the locks of what it changed: that of a later change is later. */
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
    /** When it was last enqueued, or found in its queues; null until then. */
    enqueuedAt: p.datetime().nullable(),
    /** The jobs that have handled it. */
    handledBy: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** When the last of its jobs handled it. */
    doneAt: p.datetime().nullable(),
    /** The job that gave up, and why. Its queue keeps the job, unless it is emptied; without a failure it is enqueued again. */
    failure: p.text().nullable(),
  },
  indexes: [
    index('outbox_event_waiting_index', '"outbox_event" ("id") where enqueued_at is null'),
    index(
      'outbox_event_unhandled_index',
      '"outbox_event" ("name", "enqueued_at") where done_at is null and failure is null',
    ),
    index('outbox_event_done_index', '"outbox_event" ("done_at") where done_at is not null'),
    index('outbox_event_failed_index', '"outbox_event" ("id") where failure is not null'),
  ],
});

export class OutboxEvent extends OutboxEventSchema.class {}
OutboxEventSchema.setClass(OutboxEvent);

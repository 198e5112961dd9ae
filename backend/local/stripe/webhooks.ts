import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../core/observability/log.ts';
import type { FaultSwitch } from './faults.ts';
import type { Event } from './objects.ts';
import type { State } from './state.ts';

/** Delays between attempts, in ms; the last one repeats. */
const RETRY_DELAYS = [500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000];
/** Timeout of an attempt, in ms. */
const TIMEOUT = 10_000;
/** How long an event is retried, in ms: https://docs.stripe.com/webhooks#automatic-retries */
const GIVE_UP_AFTER = 3 * 24 * 3_600_000;
/** How long events are collected before they are reordered, in ms. */
const REORDER_WINDOW = 500;
const MAX_IN_FLIGHT = 8;

type Options = {
  state: State;
  faults: FaultSwitch;
  webhookUrl: string;
  /** How to tell the shop of an event; null if it wants none of it. */
  messageOf: (event: Event) => Message | null;
  log: Logger;
  retryDelays?: number[];
};

/** A webhook, with the headers that sign it. */
type Message = { payload: string; headers: Record<string, string> };

type Delivery = { sequence: number; eventId: string; attempts: number; createdAt: number };

export type Webhooks = ReturnType<typeof createWebhooks>;

/** The value of the header `Stripe-Signature`. https://docs.stripe.com/webhooks#verify-manually */
function signPayload(payload: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

/** A webhook as Stripe sends it. */
export function stripeMessage(event: Event, secret: string): Message {
  const payload = JSON.stringify(event, null, 2);
  const headers = {
    'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'Stripe-Signature': signPayload(payload, secret),
  };
  return { payload, headers };
}

/** Delivers each event until the shop responds with 2xx, even after a restart. */
export function createWebhooks({ state, faults, webhookUrl, messageOf, log, retryDelays = RETRY_DELAYS }: Options) {
  const shortestDelay = retryDelays[0] ?? TIMEOUT;
  const inFlight = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const { database } = state;
  const insert = database.prepare('INSERT INTO deliveries (event_id, due_at, created_at) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM deliveries WHERE sequence = ?');
  const postpone = database.prepare('UPDATE deliveries SET attempts = ?, due_at = ? WHERE sequence = ?');
  const selectNext = database.prepare('SELECT min(due_at) AS due_at FROM deliveries WHERE due_at > ?');
  const select = 'SELECT sequence, event_id AS eventId, attempts, created_at AS createdAt FROM deliveries';
  const selectDue = database.prepare(`${select} WHERE due_at <= ? ORDER BY sequence LIMIT 100`);
  const selectFresh = database.prepare(`${select} WHERE attempts = 0 ORDER BY sequence DESC LIMIT 100`);

  /** Call within the event's transaction, so that every committed event is sent. */
  function enqueue(eventId: string): void {
    const { drop, duplicate, delay, reorder } = faults.current.webhooks;
    if (drop) return;
    const now = Date.now();
    const due = now + delay + (reorder ? REORDER_WINDOW : 0);
    for (let copy = 0; copy <= duplicate; copy++) insert.run(eventId, due, now);
  }

  /** Starts due deliveries and schedules the next. Retries if the database fails. */
  function wake(): void {
    clearTimeout(timer);
    if (isClosed) return;
    try {
      startDue();
    } catch (error) {
      log.error({ err: error }, 'could not read webhooks');
      timer = setTimeout(wake, shortestDelay);
    }
  }

  function startDue(): void {
    const now = Date.now();
    const maxInFlight = faults.current.webhooks.reorder ? 1 : MAX_IN_FLIGHT;
    for (const delivery of dueDeliveries(now)) {
      if (inFlight.size >= maxInFlight) break;
      if (!inFlight.has(delivery.sequence)) start(delivery);
    }
    const next = selectNext.get(now)?.due_at;
    if (typeof next === 'number') timer = setTimeout(wake, Math.min(next - now, 60_000));
  }

  function dueDeliveries(now: number): Delivery[] {
    const due = selectDue.all(now) as Delivery[];
    if (due.length === 0 || !faults.current.webhooks.reorder) return due;
    return [...(selectFresh.all() as Delivery[]), ...due.filter(({ attempts }) => attempts > 0)];
  }

  function start(delivery: Delivery): void {
    const work = deliver(delivery)
      .catch((error: unknown) => {
        log.error({ err: error, event: delivery.eventId }, 'could not store the result of a webhook, will resend');
        // Still due: without a pause, it would be resent in a tight loop while the database fails.
        return pause(shortestDelay);
      })
      .finally(() => {
        inFlight.delete(delivery.sequence);
        wake();
      });
    inFlight.set(delivery.sequence, work);
  }

  async function deliver({ sequence, eventId, attempts, createdAt }: Delivery): Promise<void> {
    const event = state.find<Event>('event', eventId);
    const message = event && messageOf(event);
    const failure = message && (await post(message));
    if (failure === null) {
      remove.run(sequence);
      return;
    }
    if (Date.now() - createdAt > GIVE_UP_AFTER) {
      log.warn({ event: eventId, failure }, 'gave up on a webhook');
      remove.run(sequence);
      return;
    }
    const delay = retryDelays[Math.min(attempts, retryDelays.length - 1)] ?? TIMEOUT;
    log.debug({ event: eventId, failure, attempts: attempts + 1, delay }, 'webhook failed, will retry');
    postpone.run(attempts + 1, Date.now() + delay, sequence);
  }

  /** @returns null on success, otherwise the failure */
  async function post({ payload, headers }: Message): Promise<string | null> {
    try {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT),
      });
      await response.arrayBuffer();
      return response.ok ? null : `status ${response.status}`;
    } catch (error) {
      return error instanceof Error ? String(error.cause ?? error) : String(error);
    }
  }

  return {
    enqueue,
    wake,

    /** Waits for attempts in flight and starts no more. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all(inFlight.values());
    },
  };
}

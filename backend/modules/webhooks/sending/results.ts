import { type RawBuilder, sql } from 'kysely';
import type { SwitchOffReason } from '#contract/integration/webhooks.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { ago, rowsAs } from '../../../core/database/queries.ts';
import { emit } from '../../../core/events/outbox.ts';
import { newId } from '../../../core/ids.ts';
import { db } from '../webhooks.tables.ts';
import type { Claim } from './claims.ts';
import type { Answer } from './try.ts';

/** The outcome of a try. */
export type Result = Pick<Claim, 'webhookId' | 'lease' | 'url'> &
  Omit<Answer, 'retryAfter'> & {
    deliveryId: string;
    /** Of the try; counts from 1. */
    number: number;
    step: number;
    durationMs: number;
    /** Milliseconds until the next try; null if none follows. */
    wait: number | null;
    succeeded: boolean;
  };

const GONE = 410;

const columns = {
  id: 'uuid',
  deliveryId: 'uuid',
  webhookId: 'uuid',
  lease: 'timestamptz',
  number: 'integer',
  step: 'integer',
  status: 'integer',
  durationMs: 'integer',
  response: 'text',
  failure: 'text',
  wait: 'integer',
  succeeded: 'boolean',
} as const;

/** What the log has of a result as it is. */
const logged = ['id', 'deliveryId', 'webhookId', 'number', 'status', 'durationMs', 'response', 'failure'] as const;

/**
 * Stores the outcomes of tries: their log, when the next ones are due, and which endpoints fail. A try whose delivery has been
 * claimed by others, replayed or dropped meanwhile changes nothing but the log.
 * @param patience milliseconds after which an endpoint that fails is switched off
 */
export async function storeResults(em: EntityManager, results: readonly Result[], patience: number): Promise<void> {
  const rows = rowsAs(
    'result',
    columns,
    results.map((result) => ({ id: newId(), ...result })),
  );
  const next = sql<string | null>`now() + make_interval(secs => result.wait / 1000.0)`;
  await em.transactional(async (em) => {
    await db(em)
      .insertInto('webhookTry')
      .columns([...logged, 'startedAt', 'nextAt'])
      .expression(({ selectFrom }) =>
        selectFrom(rows)
          .select(logged.map((name) => `result.${name}` as const))
          .select([
            sql<string>`now() - make_interval(secs => result.duration_ms / 1000.0)`.as('startedAt'),
            // Nothing follows at an address that is gone.
            sql<string | null>`case when result.status = ${GONE} then null else ${next} end`.as('nextAt'),
          ]),
      )
      .execute();
    await db(em)
      .updateTable('webhookDelivery')
      .from(rows)
      .set(({ ref }) => ({
        tries: ref('result.number'),
        step: ref('result.step'),
        nextAt: next,
        state: sql`case when succeeded then 'delivered' when wait is null then 'givenUp' else 'waiting' end`,
        changedAt: sql<string>`now()`,
      }))
      .whereRef('webhookDelivery.id', '=', 'result.deliveryId')
      .whereRef('webhookDelivery.nextAt', '=', 'result.lease')
      .execute();
    await noteFailures(em, results, patience);
  });
}

/** An endpoint, and the address at which it was tried: what happened there says nothing of the one that it may have by now. */
type Tried = { id: string; url: string };

/** The endpoints of results, each address once, in an order that is the same for all. */
function triedIn(results: readonly Result[]): Tried[] {
  const tried = new Map(results.map(({ webhookId: id, url }) => [`${id} ${url}`, { id, url }]));
  return [...tried].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

const rowsOf = (tried: readonly Tried[]) => rowsAs('tried', { id: 'uuid', url: 'text' }, tried);

function updateTried(em: EntityManager, tried: readonly Tried[]) {
  return db(em)
    .updateTable('webhook')
    .from(rowsOf(tried))
    .whereRef('webhook.id', '=', 'tried.id')
    .whereRef('webhook.url', '=', 'tried.url');
}

async function noteFailures(em: EntityManager, results: readonly Result[], patience: number): Promise<void> {
  const working = triedIn(results.filter(({ succeeded }) => succeeded));
  const failing = triedIn(results).filter(({ id }) => !working.some((each) => each.id === id));
  const gone = triedIn(results.filter(({ status }) => status === GONE));
  if (working.length > 0) {
    await updateTried(em, working).set({ failingSince: null }).where('failingSince', 'is not', null).execute();
  }
  if (failing.length > 0) {
    const failingSince = sql<string>`now()`;
    await updateTried(em, failing).set({ failingSince }).where('failingSince', 'is', null).execute();
    await switchOff(em, failing, 'failing', sql<boolean>`failing_since <= ${ago(patience)}`);
  }
  if (gone.length > 0) {
    await switchOff(em, gone, 'gone', sql<boolean>`true`);
    await dropWaiting(em, gone);
  }
}

/** Switches the active ones of endpoints off that meet a condition, and announces that. */
async function switchOff(
  em: EntityManager,
  tried: readonly Tried[],
  reason: SwitchOffReason,
  condition: RawBuilder<boolean>,
): Promise<void> {
  const switched = await updateTried(em, tried)
    .set({ isActive: false, switchedOff: reason })
    .where('isActive', '=', true)
    .where(condition)
    .returning('webhook.id')
    .execute();
  for (const { id } of switched) emit(em, 'webhook.switchedOff', { webhookId: id, noticeId: newId(), reason });
}

/** Gives up what waits for endpoints that are gone, also for those that were inactive before. */
async function dropWaiting(em: EntityManager, tried: readonly Tried[]): Promise<void> {
  await db(em)
    .updateTable('webhookDelivery')
    .from(['webhook', rowsOf(tried)])
    .set({ state: 'dropped', nextAt: null })
    .whereRef('webhookDelivery.webhookId', '=', 'webhook.id')
    .whereRef('webhook.id', '=', 'tried.id')
    .whereRef('webhook.url', '=', 'tried.url')
    .where('webhookDelivery.nextAt', 'is not', null)
    .execute();
}

/** Makes deliveries due again whose tries were cut off. */
export async function releaseClaims(em: EntityManager, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await db(em)
    .updateTable('webhookDelivery')
    .from(rowsAs('claim', { id: 'uuid', lease: 'timestamptz' }, claims))
    .set({ nextAt: sql<string>`now()` })
    .whereRef('webhookDelivery.id', '=', 'claim.id')
    .whereRef('webhookDelivery.nextAt', '=', 'claim.lease')
    .execute();
}

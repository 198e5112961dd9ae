import { sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';

/** A delivery whose next try is this process's. */
export type Claim = {
  id: string;
  webhookId: string;
  body: string;
  tries: number;
  step: number;
  /** When others take the try for lost; it identifies the claim. A timestamp as PostgreSQL formats it. */
  lease: string;
  url: string;
  /** Sealed. */
  secret: string;
  /** Sealed; null if it no longer signs. */
  formerSecret: string | null;
};

/**
 * Claims what is due: of each endpoint, what came due first, as many as `free` says, or else `most`. Other processes skip
 * the rows that this one locks. An inactive endpoint gets only what somebody has asked for.
 * @param lease milliseconds
 */
export async function claimDue(
  em: EntityManager,
  free: ReadonlyMap<string, number>,
  most: number,
  lease: number,
): Promise<Claim[]> {
  // Raw, since Kysely has no limits in lateral joins. Two parts, each of which has an index.
  const { rows } = await sql<Claim>`
    with lane as (
      select webhook.*, coalesce(known.free, ${most}) as free from webhook
      left join unnest(${[...free.keys()]}::uuid[], ${[...free.values()]}::integer[]) as known(id, free)
        on known.id = webhook.id
    ), due as (
      select own.id from lane cross join lateral (
        select id from webhook_delivery
        where lane.is_active and webhook_id = lane.id and next_at <= now()
        order by next_at limit lane.free for update skip locked
      ) as own
      union all
      select demanded.id from lane cross join lateral (
        select id from webhook_delivery
        where not lane.is_active and webhook_id = lane.id and next_at <= now() and is_demanded
        order by next_at limit lane.free for update skip locked
      ) as demanded
    )
    update webhook_delivery as delivery
    set next_at = now() + make_interval(secs => ${lease / 1000})
    from due, lane
    where delivery.id = due.id and lane.id = delivery.webhook_id
    returning delivery.id, delivery.webhook_id as "webhookId", body, tries, step, next_at::text as lease, lane.url,
      lane.secret, case when lane.former_secret_until > now() then lane.former_secret end as "formerSecret"`.execute(
    em.getKysely(),
  );
  return rows;
}

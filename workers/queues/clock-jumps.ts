import type { Redis } from 'ioredis';
import type pg from 'pg';

/**
 * BullMQ stores when a job's lock expires, when a queue was last searched for stalled jobs, and when a delayed job is due.
 * A clock that ran ahead leaves these times in the future, and the queue stalls until then.
 */
export type QueueClock = {
  /** Shortens every job lock in `queue` to at most `duration` milliseconds, and permits the next stalled-job search. */
  shortenHolds(queue: string, duration: number): Promise<void>;
  /** Ids of delayed jobs due in more than `delay` milliseconds, scheduled runs excluded. */
  dueAfter(queue: string, delay: number): Promise<string[]>;
};

/** Clock difference between two machines that counts as normal, in milliseconds. */
const SKEW = 5_000;

export function postgresClock(pool: pg.Pool): QueueClock {
  return {
    async shortenHolds(queue, duration) {
      const now = Date.now();
      await pool.query(
        `update job set locked_until_ms = $2 where queue = $1 and state = 'active' and locked_until_ms > $3`,
        [queue, now + duration, now + duration + SKEW],
      );
      await pool.query(`delete from meta where queue = $1 and field = 'stalled-check' and value::bigint > $2`, [
        queue,
        now + SKEW,
      ]);
    },
    async dueAfter(queue, delay) {
      const { rows } = await pool.query<{ id: string }>(
        `select id from job where queue = $1 and state = 'delayed' and scheduler_id is null and process_at_ms > $2
         limit 100`,
        [queue, Date.now() + delay + SKEW],
      );
      return rows.map(({ id }) => id);
    },
  };
}

/** BullMQ's keys: https://docs.bullmq.io/guide/redis-tm-compatibility */
export function redisClock(redis: Redis): QueueClock {
  /** Caps the time to live of `key`; SKEW keeps it from rewriting ordinary locks. */
  async function shorten(key: string, duration: number): Promise<void> {
    if ((await redis.pttl(key)) > duration + SKEW) await redis.pexpire(key, duration);
  }
  return {
    async shortenHolds(queue, duration) {
      await shorten(`bull:${queue}:stalled-check`, duration);
      for (const id of await redis.lrange(`bull:${queue}:active`, 0, -1)) {
        await shorten(`bull:${queue}:${id}:lock`, duration);
      }
    },
    async dueAfter(queue, delay) {
      // A score holds the time, and 12 bits for the order within a millisecond.
      const score = (Date.now() + delay + SKEW) * 0x1000;
      const ids = await redis.zrangebyscore(`bull:${queue}:delayed`, score, '+inf', 'LIMIT', 0, 100);
      return ids.filter((id) => !id.startsWith('repeat:'));
    },
  };
}

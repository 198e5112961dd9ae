import { sql } from 'kysely';
import type { EntityManager } from '../../core/database/db.ts';
import { tooMany } from '../../core/limits/rate-limit.ts';
import type { PictureOwnerKind } from './pictures.states.ts';
import { db } from './pictures.tables.ts';
import type { Upload } from './uploads.ts';

type Limits = {
  /** Accepted uploads per period. */
  uploads: number;
  /** Uploads per period that could not be processed: each may keep a worker busy for a while. */
  failures: number;
};

/** Per user: enough to work with, too little to fill a disk or to hold up the others. */
const LIMITS: Record<PictureOwnerKind, Limits> = {
  user: { uploads: 20, failures: 10 },
  product: { uploads: 1000, failures: 100 },
};
const PERIOD_SECONDS = 60 * 60;

/** Bytes of a user's uploads that wait for a worker: 200 of the largest. */
const WAITING_BYTES_MAX = 200 * 10 * 1024 * 1024;
/** Milliseconds after which some of them will have been processed. */
const WAITING_RETRY = 60_000;

type NewUpload = { userId: string; kind: PictureOwnerKind; upload: Upload };

/**
 * Counts an upload in the caller's transaction, before its picture is added. Uploads of one user that arrive at once wait
 * for each other.
 * @throws AppError tooMany, with the time to wait
 */
export async function countUpload(em: EntityManager, { userId, kind, upload }: NewUpload): Promise<void> {
  const count = await increment(em, userId, kind);
  const isOver = count.uploads > LIMITS[kind].uploads || count.failures >= LIMITS[kind].failures;
  if (isOver) throw tooMany('uploads', count.secondsLeft * 1000);
  const waiting = await countWaitingBytes(em, userId);
  if (waiting + (upload.bytes ?? 0) > WAITING_BYTES_MAX) throw tooMany('uploads', WAITING_RETRY);
}

function increment(em: EntityManager, userId: string, ownerKind: PictureOwnerKind) {
  const end = sql<Date>`now() + make_interval(secs => ${PERIOD_SECONDS})`;
  const ifCurrent = <T>(then: string, otherwise: string) =>
    sql<T>`case when upload_count.ends_at > now() then ${sql.raw(then)} else ${sql.raw(otherwise)} end`;
  return db(em)
    .insertInto('uploadCount')
    .values({ userId, ownerKind, uploads: 1, endsAt: end })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'ownerKind']).doUpdateSet({
        uploads: ifCurrent('upload_count.uploads + 1', '1'),
        failures: ifCurrent('upload_count.failures', '0'),
        endsAt: ifCurrent('upload_count.ends_at', 'excluded.ends_at'),
      }),
    )
    .returning(['uploads', 'failures', sql<number>`extract(epoch from ends_at - now())::float8`.as('secondsLeft')])
    .executeTakeFirstOrThrow();
}

async function countWaitingBytes(em: EntityManager, userId: string): Promise<number> {
  const { bytes } = await db(em)
    .selectFrom('picture')
    .select(sql<number>`coalesce(sum(upload_bytes), 0)::float8`.as('bytes'))
    .where('uploadedBy', '=', userId)
    .where('state', '=', sql.lit('waiting' as const))
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Counts an upload that could not be processed. */
export async function countFailure(em: EntityManager, userId: string, ownerKind: PictureOwnerKind): Promise<void> {
  await db(em)
    .updateTable('uploadCount')
    .set({ failures: sql`failures + 1` })
    .where('userId', '=', userId)
    .where('ownerKind', '=', ownerKind)
    .execute();
}

/** Removes the counts of past periods. */
export async function removeExpiredUploadCounts(em: EntityManager): Promise<void> {
  await db(em).deleteFrom('uploadCount').where('endsAt', '<=', sql<string>`now()`).execute();
}

import { sql } from 'kysely';
import { counted } from '#contract/numbers.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { PictureOwnerKind } from './pictures.states.ts';
import { db } from './pictures.tables.ts';

/** Uploads per user and period: enough to work with, too few to fill a disk. */
const LIMITS: Record<PictureOwnerKind, number> = { user: 20, product: 1000 };
const PERIOD_SECONDS = 60 * 60;

/** Counts an upload in the caller's transaction. @throws AppError tooMany, with the time to retry */
export async function countUploads(em: EntityManager, userId: string, kind: PictureOwnerKind): Promise<void> {
  const end = sql<Date>`now() + make_interval(secs => ${PERIOD_SECONDS})`;
  const { uploads, secondsLeft } = await db(em)
    .insertInto('uploadCount')
    .values({ userId, ownerKind: kind, uploads: 1, endsAt: end })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'ownerKind']).doUpdateSet({
        uploads: sql`case when upload_count.ends_at > now() then upload_count.uploads + 1 else 1 end`,
        endsAt: sql`case when upload_count.ends_at > now() then upload_count.ends_at else excluded.ends_at end`,
      }),
    )
    .returning(['uploads', sql<number>`extract(epoch from ends_at - now())::float8`.as('secondsLeft')])
    .executeTakeFirstOrThrow();
  if (uploads <= LIMITS[kind]) return;
  const minutes = counted(Math.max(1, Math.ceil(secondsLeft / 60)), { one: 'minute', other: 'minutes' });
  throw new AppError('tooMany', `Too many uploads. Try again in ${minutes}.`, { retryAfter: secondsLeft });
}

/** Removes the counts of past periods. */
export async function removeExpiredUploadCounts(em: EntityManager): Promise<void> {
  await db(em).deleteFrom('uploadCount').where('endsAt', '<=', sql<string>`now()`).execute();
}

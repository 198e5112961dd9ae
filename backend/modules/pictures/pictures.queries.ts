import { sql } from 'kysely';
import { NIL } from 'uuid';
import type { ImageState } from '#contract/catalogue/pictures.ts';
import { readInBatches } from '../../core/batches.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { ago, anyOf } from '../../core/database/queries.ts';
import type { PictureOwner, PictureOwnerKind } from './pictures.states.ts';
import { db } from './pictures.tables.ts';

/**
 * Subquery: the picture shown at each position of an owner, to join by `ownerId` and `position`. Its file exists once
 * `isPublished` is true. State and failure are those of the latest upload.
 */
export function shownPictures(em: EntityManager, kind: PictureOwnerKind) {
  return db(em)
    .selectFrom('picture as shown')
    .leftJoin('picture as next', (join) =>
      // Without the second condition, PostgreSQL reads all pictures instead of the few replacements.
      join.onRef('next.replacesId', '=', 'shown.id').on('next.replacesId', 'is not', null),
    )
    .where('shown.ownerKind', '=', sql.lit(kind))
    .where('shown.replacesId', 'is', null)
    .select([
      'shown.id',
      'shown.ownerId',
      'shown.position',
      sql<string>`shown.id || shown.extension`.as('image'),
      sql<boolean>`shown.state = 'ready'`.as('isPublished'),
      sql<ImageState>`replace(coalesce(next.state, shown.state), 'waiting', 'processing')`.as('imageState'),
      'shown.widths as imageWidths',
      sql<string | null>`case when next.id is null then shown.failure else next.failure end`.as('imageFailure'),
    ]);
}

/**
 * Which of these pictures still need their uploads: those that wait, and those that have failed.
 * @param retryable milliseconds since its upload for which a failed picture needs it; always by default
 */
export async function findNeededUploads(
  em: EntityManager,
  ids: readonly string[],
  retryable?: number,
): Promise<Set<string>> {
  let needed = db(em).selectFrom('picture').select('id').where('id', '=', anyOf(ids)).where('state', '<>', 'ready');
  if (retryable !== undefined) {
    needed = needed.where(({ eb, or }) => or([eb('state', '=', 'waiting'), eb('createdAt', '>', ago(retryable))]));
  }
  return new Set((await needed.execute()).map(({ id }) => id));
}

/** Which of these are ids of pictures of a kind of owner. */
export async function findPictureNames(
  em: EntityManager,
  kind: PictureOwnerKind,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = db(em).selectFrom('picture').select('id').where('id', '=', anyOf(ids)).where('ownerKind', '=', kind);
  return new Set((await found.execute()).map(({ id }) => id));
}

/** Rows per query, which bounds the memory for them. */
const BATCH = 2000;

/** All pictures that are ready or waiting, with what names their files. */
export function readPicturesWithFiles(em: EntityManager) {
  return readInBatches(BATCH, (last?: { id: string }) =>
    db(em)
      .selectFrom('picture')
      .select(['id', 'ownerKind', 'state', 'extension', 'widths'])
      .where('state', 'in', ['ready', 'waiting'])
      .where('id', '>', last?.id ?? NIL)
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  );
}

/** @returns null if it has been removed */
export async function findPicture(em: EntityManager, pictureId: string) {
  const picture = await db(em)
    .selectFrom('picture')
    .select(['id', 'ownerKind', 'state', 'extension', 'replacesId', 'failure'])
    .where('id', '=', pictureId)
    .executeTakeFirst();
  return picture ?? null;
}

/** The number of pictures that a user has uploaded and that wait, up to `max`. */
export async function countWaiting(em: EntityManager, userId: string, max: number): Promise<number> {
  const waiting = db(em)
    .selectFrom('picture')
    .select('id')
    .where('uploadedBy', '=', userId)
    .where('state', '=', sql.lit('waiting' as const))
    .limit(max);
  const { count } = await db(em)
    .selectFrom(waiting.as('waiting'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks the pictures of an owner, at `position` or at every position. */
export function lockPictures(em: EntityManager, owner: PictureOwner, position?: number) {
  return lockedPictures(em)
    .where('ownerKind', '=', owner.kind)
    .where('ownerId', '=', owner.id)
    .$if(position !== undefined, (query) => query.where('position', '=', position ?? 0))
    .execute();
}

/** Locks a picture and the one it replaces, if they exist. */
export function lockPicture(em: EntityManager, pictureId: string) {
  return lockedPictures(em)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('id', '=', pictureId),
        eb('id', '=', selectFrom('picture').select('replacesId').where('id', '=', pictureId)),
      ]),
    )
    .execute();
}

/** In a fixed order, which prevents deadlocks. */
function lockedPictures(em: EntityManager) {
  return db(em)
    .selectFrom('picture')
    .select(['id', 'ownerKind', 'position', 'state', 'extension', 'widths', 'replacesId'])
    .orderBy('id')
    .forUpdate();
}

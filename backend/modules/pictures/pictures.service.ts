import type { EntityManager } from '../../core/database/db.ts';
import { anyOf } from '../../core/database/queries.ts';
import { emit } from '../../core/events/outbox.ts';
import type { PictureFiles } from './picture-files.ts';
import { countWaiting, lockPictures } from './pictures.queries.ts';
import type { PictureOwner } from './pictures.states.ts';
import { db } from './pictures.tables.ts';
import { countUpload } from './upload-limit.ts';
import type { Upload } from './uploads.ts';

const MAIN = 0;

export type NewPicture = {
  owner: PictureOwner;
  upload: Upload;
  /** The uploading user; null for demo data. */
  uploadedBy: string | null;
};

/**
 * Sets the main picture of an owner. The current picture is shown until a worker has processed the new one. Runs in the
 * caller's transaction, which locks the owner's row.
 * @returns removed pictures, to pass to removePictureFiles after the commit
 * @throws AppError tooMany at one of the user's upload limits
 */
export async function setPicture(
  em: EntityManager,
  { owner, upload, uploadedBy }: NewPicture,
): Promise<PictureFiles[]> {
  if (uploadedBy !== null) await countUpload(em, { userId: uploadedBy, kind: owner.kind, upload });
  const pictures = await lockPictures(em, owner, MAIN);
  const shown = pictures.find(({ replacesId, state }) => replacesId === null && state === 'ready');
  const superseded = pictures.filter((picture) => picture !== shown);
  await removeRows(em, superseded);
  await addPictures(em, [{ owner, upload, uploadedBy, replacesId: shown?.id ?? null }]);
  return superseded;
}

/**
 * Adds pictures at free positions, by default main pictures to owners that have none. Runs in the transaction that creates
 * or locks the owners. Doesn't count towards the upload limit, which would stop large imports.
 */
export async function addPictures(
  em: EntityManager,
  pictures: (NewPicture & { position?: number; replacesId?: string | null })[],
): Promise<void> {
  if (pictures.length === 0) return;
  const rows = pictures.map(({ owner, upload, uploadedBy, position = MAIN, replacesId = null }) => ({
    id: upload.id,
    ownerKind: owner.kind,
    ownerId: owner.id,
    position,
    extension: upload.extension,
    uploadBytes: upload.bytes ?? 0,
    uploadedBy,
    replacesId,
  }));
  const turns = await takeTurns(em, pictures);
  await db(em).insertInto('picture').values(rows).execute();
  for (const [index, { owner, upload }] of pictures.entries()) {
    emit(em, events[owner.kind], { pictureId: upload.id, turn: turns[index] });
  }
}

/** The last turn. Nobody waits for demo data, and imports add any number of pictures. */
const TURN_MAX = 1000;

/** Each picture's turn: how many pictures of the same uploader will wait, so that one person doesn't hold up others. */
async function takeTurns(em: EntityManager, pictures: readonly Pick<NewPicture, 'uploadedBy'>[]): Promise<number[]> {
  const turns: number[] = [];
  const waiting = new Map<string, number>();
  for (const { uploadedBy } of pictures) {
    if (uploadedBy === null) turns.push(TURN_MAX);
    else {
      const before = waiting.get(uploadedBy) ?? (await countWaiting(em, uploadedBy, TURN_MAX));
      waiting.set(uploadedBy, before + 1);
      turns.push(Math.min(before + 1, TURN_MAX));
    }
  }
  return turns;
}

const events = { product: 'product.imageUploaded', user: 'user.avatarUploaded' } as const;

/**
 * Removes all pictures of an owner, in the transaction that deletes the owner.
 * @returns the pictures, to pass to removePictureFiles after the commit
 */
export async function removePictures(em: EntityManager, owner: PictureOwner): Promise<PictureFiles[]> {
  const pictures = await lockPictures(em, owner);
  await removeRows(em, pictures);
  return pictures;
}

/** Doesn't close the gap that they leave. */
export async function removeRows(em: EntityManager, pictures: PictureFiles[]): Promise<void> {
  if (pictures.length === 0) return;
  const ids = pictures.map(({ id }) => id);
  await db(em).deleteFrom('picture').where('id', '=', anyOf(ids)).execute();
}

import { m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import { rowsAs } from '../../core/database/queries.ts';
import { AppError, invalid } from '../../core/errors.ts';
import type { PictureFiles } from './picture-files.ts';
import { lockPictures } from './pictures.queries.ts';
import { addPictures, type NewPicture, removeRows } from './pictures.service.ts';
import type { PictureOwner } from './pictures.states.ts';
import { db } from './pictures.tables.ts';
import { countUpload } from './upload-limit.ts';

// The pictures of an owner stand at the positions 0, 1, 2 … without gaps; a replacement stands at the position of the
// picture that it replaces. All functions run in the caller's transaction, which locks the owner's row.

/**
 * Adds a picture after the others of its owner; the first becomes the main picture.
 * @throws AppError conflict if the owner already has `max` pictures; tooMany at one of the user's upload limits
 */
export async function appendPicture(em: EntityManager, picture: NewPicture, max: number): Promise<void> {
  const { owner, upload, uploadedBy } = picture;
  const position = (await lockGallery(em, owner)).ids.length;
  if (position >= max) {
    throw new AppError('conflict', m.pictures.galleryFull({ kind: owner.kind, max }));
  }
  if (uploadedBy !== null) await countUpload(em, { userId: uploadedBy, kind: owner.kind, upload });
  await addPictures(em, [{ ...picture, position }]);
}

/**
 * Puts the pictures of an owner in the order of `ids`.
 * @throws AppError invalid unless `ids` holds each of its pictures once
 */
export async function orderPictures(em: EntityManager, owner: PictureOwner, ids: readonly string[]): Promise<void> {
  const gallery = await lockGallery(em, owner);
  if (ids.length !== gallery.ids.length || !gallery.ids.every((id) => ids.includes(id))) {
    throw invalid({ ids: m.pictures.orderIncomplete({ kind: owner.kind }) });
  }
  await placePictures(em, gallery, ids);
}

/**
 * Removes a picture and its pending replacement; the later ones move up.
 * @returns the removed pictures, to pass to removePictureFiles after the commit
 * @throws AppError notFound; conflict if it is the owner's only picture
 */
export async function removePicture(em: EntityManager, owner: PictureOwner, id: string): Promise<PictureFiles[]> {
  const gallery = await lockGallery(em, owner);
  if (!gallery.ids.includes(id)) throw new AppError('notFound', m.pictures.notFound());
  if (gallery.ids.length === 1) {
    throw new AppError('conflict', m.pictures.lastOne({ kind: owner.kind }));
  }
  const removed = gallery.pictures.filter((picture) => picture.id === id || picture.replacesId === id);
  await removeRows(em, removed);
  await placePictures(
    em,
    gallery,
    gallery.ids.filter((other) => other !== id),
  );
  return removed;
}

type Gallery = Awaited<ReturnType<typeof lockGallery>>;

/** Locks the pictures of an owner. `ids` are the current ones, in order; `pictures` includes their replacements. */
async function lockGallery(em: EntityManager, owner: PictureOwner) {
  const pictures = await lockPictures(em, owner);
  const current = pictures.filter(({ replacesId }) => replacesId === null);
  return { pictures, ids: current.toSorted((a, b) => a.position - b.position).map(({ id }) => id) };
}

/** Stores the positions that change, also those of replacements. */
async function placePictures(em: EntityManager, { pictures }: Gallery, ids: readonly string[]): Promise<void> {
  const moves = pictures.flatMap(({ id, replacesId, position: before }) => {
    const position = ids.indexOf(replacesId ?? id);
    return position === -1 || position === before ? [] : [{ id, position }];
  });
  if (moves.length === 0) return;
  const move = db(em)
    .updateTable('picture')
    .from(rowsAs('move', { id: 'uuid', position: 'integer' }, moves))
    .whereRef('picture.id', '=', 'move.id');
  // Positions are unique at every moment, so the pictures first leave their old ones.
  await move.set(({ eb, ref }) => ({ position: eb(eb.neg(ref('move.position')), '-', 1) })).execute();
  await move.set(({ ref }) => ({ position: ref('move.position') })).execute();
}

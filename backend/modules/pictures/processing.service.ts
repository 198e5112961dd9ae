import { IMAGE_WIDTHS } from '#contract/catalogue.ts';
import type { EntityManager } from '../../core/db.ts';
import type { Storage } from '../../core/storage.ts';
import { UnprocessableError } from '../../core/unprocessable-error.ts';
import { type PictureFiles, publishPicture, removePictureFiles, removePublished } from './picture-files.ts';
import { findPicture, lockPicture } from './pictures.queries.ts';
import { type PictureOwnerKind, type PictureState, statesBefore } from './pictures.states.ts';
import { db } from './pictures.tables.ts';
import { BrokenPictureError, type RenderedPicture, renderPicture } from './rendering.ts';
import { readUpload, removeUpload } from './uploads.ts';

/** What became of a picture, for the queue dashboard; `removed` if a newer one, or the end of its owner, was faster. */
export type Outcome = { picture: 'ready' | 'failed' | 'removed'; reason?: string };

/**
 * Publishes a picture and its derivatives, shows them, and removes its upload and what it replaces. It can run any
 * number of times, also at once and after a crash, with one result. A picture that can't be decoded is a result, too:
 * it is marked failed, and its upload is removed.
 * @throws UnprocessableError if the upload is lost; whatever storage and database throw
 */
export async function processPicture(
  em: EntityManager,
  storage: Storage,
  kind: PictureOwnerKind,
  pictureId: string,
): Promise<Outcome> {
  const picture = await findPicture(em, pictureId);
  if (picture === null) return discard(storage, { id: pictureId, ownerKind: kind });
  const upload = picture.state === 'ready' ? null : await readUpload(storage, pictureId);
  if (upload === null) return finishEarlierRun(em, storage, pictureId);

  let rendered: RenderedPicture;
  try {
    rendered = await renderPicture(upload, IMAGE_WIDTHS);
  } catch (error) {
    if (!(error instanceof BrokenPictureError)) throw error;
    await markFailed(em, pictureId, error.message);
    await removeUpload(storage, pictureId);
    return { picture: 'failed', reason: error.detail };
  }
  await publishPicture(storage, picture, rendered);
  const { extension, derivatives } = rendered;
  const shown = await showPicture(em, pictureId, { extension, widths: derivatives.map(({ width }) => width) });
  if (shown === null) return discard(storage, picture);
  await removeUpload(storage, pictureId);
  if (shown.replaced !== null) await removePublished(storage, shown.replaced);
  return { picture: 'ready' };
}

/** There is no upload any more: an earlier run has settled the picture, perhaps since this one began, or it is lost. */
async function finishEarlierRun(em: EntityManager, storage: Storage, pictureId: string): Promise<Outcome> {
  const picture = await findPicture(em, pictureId);
  if (picture === null) return { picture: 'removed' };
  if (picture.state === 'waiting') {
    await markFailed(em, pictureId, LOST);
    throw new UnprocessableError(LOST);
  }
  await removeUpload(storage, pictureId);
  return picture.failure === null ? { picture: 'ready' } : { picture: 'failed', reason: picture.failure };
}

const LOST = 'The uploaded file is missing. Upload the picture again.';
const FAULT = 'A server error stopped its processing. Upload it again, or retry its job in the queue dashboard.';

/** Marks a picture failed whose job has failed for good, unless its failure is recorded already. Its upload is kept. */
export function giveUpPicture(em: EntityManager, pictureId: string): Promise<void> {
  return markFailed(em, pictureId, FAULT, ['waiting']);
}

async function markFailed(
  em: EntityManager,
  pictureId: string,
  failure: string,
  from: PictureState[] = statesBefore('failed'),
): Promise<void> {
  await db(em)
    .updateTable('picture')
    .set({ state: 'failed', failure })
    .where('id', '=', pictureId)
    .where('state', 'in', from)
    .execute();
}

/**
 * Shows a picture in place of the one it replaces.
 * @returns null if it has been removed; else the picture that it has replaced, if there was one
 */
function showPicture(
  em: EntityManager,
  pictureId: string,
  shown: { extension: string; widths: number[] },
): Promise<{ replaced: PictureFiles | null } | null> {
  return em.transactional(async (em) => {
    const pictures = await lockPicture(em, pictureId);
    const picture = pictures.find(({ id }) => id === pictureId);
    if (picture === undefined) return null;
    // Another run was faster.
    if (!statesBefore('ready').includes(picture.state)) return { replaced: null };
    const replaced = pictures.find(({ id }) => id === picture.replacesId) ?? null;
    if (replaced !== null) await db(em).deleteFrom('picture').where('id', '=', replaced.id).execute();
    await db(em)
      .updateTable('picture')
      .set({ ...shown, state: 'ready', failure: null })
      .where('id', '=', pictureId)
      .execute();
    return { replaced };
  });
}

async function discard(storage: Storage, picture: PictureFiles): Promise<Outcome> {
  await removePictureFiles(storage, [picture]);
  return { picture: 'removed' };
}

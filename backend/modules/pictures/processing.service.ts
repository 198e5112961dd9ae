import { IMAGE_WIDTHS } from '#contract/catalogue/pictures.ts';
import { m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import { UnprocessableError } from '../../core/errors.ts';
import { emit } from '../../core/events/outbox.ts';
import { pictureCount } from '../../core/observability/metrics.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { failureText, type PictureFault } from './picture-faults.ts';
import { type PictureFiles, publishPicture, removePictureFiles, removePublished } from './picture-files.ts';
import { findPicture, lockPicture } from './pictures.queries.ts';
import { type PictureOwnerKind, type PictureState, unfinishedStates } from './pictures.states.ts';
import { db } from './pictures.tables.ts';
import { BrokenPictureError, type RenderedPicture } from './rendered-picture.ts';
import { DemandingPictureError, renderPatiently, renderQuickly } from './renderers.ts';
import { countFailure } from './upload-limit.ts';
import { readUpload, removeUpload } from './uploads.ts';

/**
 * A job's result, shown in the queue dashboard: `postponed` until the queue of demanding pictures gets to it, `removed` if
 * the picture was replaced or its owner deleted meanwhile.
 */
export type Outcome = { picture: 'ready' | 'failed' | 'postponed' | 'removed'; reason?: string };

/**
 * Publishes a picture and its derivatives, shows them, and removes the upload and the replaced picture. Idempotent, even
 * when run concurrently or after a crash. A picture that can't be decoded is a normal outcome: it is marked as failed,
 * and its upload is removed. One that takes more time or memory than most is left to a queue of its own, so that it doesn't
 * hold up others.
 * @param turn passed on to that queue
 * @throws UnprocessableError if the upload is missing
 */
export async function processPicture(
  em: EntityManager,
  storage: Storage,
  kind: PictureOwnerKind,
  pictureId: string,
  turn?: number,
): Promise<Outcome> {
  try {
    return await work(em, storage, kind, pictureId, renderQuickly);
  } catch (error) {
    if (!(error instanceof DemandingPictureError)) throw error;
    await em.transactional(async (em) => emit(em, 'picture.foundDemanding', { pictureId, ownerKind: kind, turn }));
    return { picture: 'postponed', reason: error.message };
  }
}

/** Processes a picture that takes more time or memory than most. */
export function processDemandingPicture(
  em: EntityManager,
  storage: Storage,
  kind: PictureOwnerKind,
  pictureId: string,
): Promise<Outcome> {
  return work(em, storage, kind, pictureId, renderPatiently);
}

async function work(
  em: EntityManager,
  storage: Storage,
  kind: PictureOwnerKind,
  pictureId: string,
  render: typeof renderQuickly,
): Promise<Outcome> {
  const picture = await findPicture(em, pictureId);
  if (picture === null) return discard(storage, { id: pictureId, ownerKind: kind });
  const upload = picture.state === 'ready' ? null : await readUpload(storage, pictureId);
  if (upload === null) return finishWithoutUpload(em, storage, pictureId);

  let rendered: RenderedPicture;
  try {
    rendered = await render(upload, IMAGE_WIDTHS);
  } catch (error) {
    if (!(error instanceof BrokenPictureError)) throw error;
    await markFailed(em, pictureId, error.fault);
    await removeUpload(storage, pictureId);
    return { picture: 'failed', reason: error.message };
  }
  await publishPicture(storage, picture, rendered);
  const { extension, derivatives } = rendered;
  const files = { extension, widths: derivatives.map(({ width }) => width) };
  const shown = await showPicture(em, pictureId, files);
  if (shown === null) return discard(storage, { ...picture, ...files });
  await removeUpload(storage, pictureId);
  if (shown.replaced !== null) await removePublished(storage, shown.replaced);
  return { picture: 'ready' };
}

/** Without an upload, another run has already finished the picture, or the file is lost. */
async function finishWithoutUpload(em: EntityManager, storage: Storage, pictureId: string): Promise<Outcome> {
  const picture = await findPicture(em, pictureId);
  if (picture === null) return { picture: 'removed' };
  if (picture.state === 'waiting') {
    await markFailed(em, pictureId, 'uploadMissing');
    throw new UnprocessableError(m.pictures.uploadMissing());
  }
  await removeUpload(storage, pictureId);
  return picture.failure === null ? { picture: 'ready' } : { picture: 'failed', reason: failureText(picture.failure) };
}

/** Marks a picture as failed after its job failed permanently, unless a failure is recorded. Keeps its upload. */
export function giveUpPicture(em: EntityManager, pictureId: string): Promise<void> {
  return markFailed(em, pictureId, 'serverError', ['waiting']);
}

async function markFailed(
  em: EntityManager,
  pictureId: string,
  failure: PictureFault,
  from: PictureState[] = unfinishedStates,
): Promise<void> {
  const failed = await db(em)
    .updateTable('picture')
    .set({ state: 'failed', failure })
    .where('id', '=', pictureId)
    .where('state', 'in', from)
    .returning(['uploadedBy', 'ownerKind'])
    .executeTakeFirst();
  if (failed === undefined) return;
  pictureCount.inc({ result: 'failed' });
  if (failed.uploadedBy !== null) await countFailure(em, failed.uploadedBy, failed.ownerKind);
}

/**
 * Shows a picture in place of the one it replaces.
 * @returns null if it has been removed; otherwise the replaced picture, if any
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
    // A concurrent run got here first.
    if (!unfinishedStates.includes(picture.state)) return { replaced: null };
    const replaced = pictures.find(({ id }) => id === picture.replacesId) ?? null;
    if (replaced !== null) await db(em).deleteFrom('picture').where('id', '=', replaced.id).execute();
    await db(em)
      .updateTable('picture')
      .set({ ...shown, state: 'ready', failure: null })
      .where('id', '=', pictureId)
      .execute();
    pictureCount.inc({ result: 'ready' });
    return { replaced };
  });
}

async function discard(storage: Storage, picture: PictureFiles): Promise<Outcome> {
  await removePictureFiles(storage, [picture]);
  return { picture: 'removed' };
}

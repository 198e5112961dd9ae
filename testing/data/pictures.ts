import { Readable } from 'node:stream';
import sharp, { type Sharp } from 'sharp';
import type { EntityManager } from '../../backend/core/database/db.ts';
import { folders, type Storage } from '../../backend/core/storage/storage.ts';
import type { PictureOwnerKind } from '../../backend/modules/pictures/pictures.states.ts';
import { type Outcome, processPicture } from '../../backend/modules/pictures/processing.service.ts';

/** A picture for tests, red on its left half and blue on its right, for sharp to encode. */
export function drawing(width = 800, height = 600): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#f00"/><rect x="50%" width="50%" height="100%" fill="#00f"/></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

/** Noise, which compresses badly. */
export function photo(): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 400, height: 400, channels: 3, background: '#777', noise } });
}

/** A picture with a valid header that can't be decoded. */
export async function brokenPng(): Promise<Uint8Array> {
  return (await photo().png().toBuffer()).subarray(0, 20_000);
}

/** The id of the picture that was last uploaded for an owner. */
export async function latestPicture(em: EntityManager, ownerId: string): Promise<string> {
  const [picture] = await em.execute<{ id: string }[]>(
    'select id from picture where owner_id = ? order by replaces_id is null limit 1',
    [ownerId],
  );
  if (picture === undefined) throw new Error(`${ownerId} has no picture`);
  return picture.id;
}

/** Runs the job of an owner's latest picture. */
export async function processLatest(
  { em, storage }: { em(): EntityManager; storage: Storage },
  kind: PictureOwnerKind,
  ownerId: string,
): Promise<Outcome & { id: string }> {
  const id = await latestPicture(em(), ownerId);
  return { id, ...(await processPicture(em(), storage, kind, id)) };
}

/** The names of the files in a folder of the storage, sorted. */
export async function filesIn(storage: Storage, folder: string): Promise<string[]> {
  return (await Readable.from(storage.list(folder, 0)).toArray()).map((key) => key.slice(folder.length + 1)).sort();
}

/** The ids of the uploads that wait for a worker, sorted. */
export function listUploads(storage: Storage): Promise<string[]> {
  return filesIn(storage, folders.uploads);
}

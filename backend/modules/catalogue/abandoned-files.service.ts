import type { EntityManager } from '../../core/db.ts';
import type { PublicFolder, Storage } from '../../core/storage.ts';
import { findAvatarFiles } from '../users/avatars.service.ts';

/**
 * Removes files that a crash between disk and database left behind: uploads nobody waits for, pictures nobody shows and
 * half-written files, if they are at least `age` milliseconds old. Younger ones may belong to work that is under way.
 */
export async function removeAbandonedFiles(em: EntityManager, storage: Storage, age: number): Promise<void> {
  await storage.removeTemporaryOlderThan(age);
  const uploads = await storage.uploadsOlderThan(age);
  const pictures = {
    products: await storage.picturesOlderThan(age, 'products'),
    users: await storage.picturesOlderThan(age, 'users'),
  };
  const images = await em.execute<{ image: string; upload: string | null }[]>(
    'select image, pending_upload as upload from product',
  );
  const avatars = await findAvatarFiles(em);
  const waiting = new Set([...images, ...avatars].map((row) => row.upload));
  for (const upload of uploads) if (!waiting.has(upload)) await storage.removeUpload(upload);

  const removeHidden = async (folder: PublicFolder, rows: { image: string }[]) => {
    const shown = new Set(rows.map((row) => row.image.replace(/\.[^.]*$/, '')));
    for (const picture of pictures[folder]) if (!shown.has(picture)) await storage.removePublished(picture, folder);
  };
  await removeHidden('products', images);
  await removeHidden('users', avatars);
}

import type { EntityManager } from '../../core/db.ts';
import { publishPicture } from '../../core/picture-publishing.ts';
import type { Storage } from '../../core/storage.ts';

type Upload = { userId: string; upload: string };

/**
 * Makes a user's avatar of its waiting upload (see publishPicture). Until then, and if it can't be read, the user goes on
 * showing the one before.
 * @throws UnprocessableError if the upload can't be read
 */
export async function processAvatar(em: EntityManager, storage: Storage, { userId, upload }: Upload): Promise<void> {
  await publishPicture(
    storage,
    { upload, folder: 'users' },
    {
      read: async () => {
        const [user] = await em.execute<{ image: string; pending: string | null }[]>(
          'select avatar as image, pending_avatar as pending from user_account where id = ?',
          [userId],
        );
        return user;
      },
      show: (image, widths) => showAvatar(em, { userId, upload }, image, widths),
      markFailed: () => giveUpAvatar(em, { userId, upload }),
    },
  );
}

/** Tells a user that the job of their avatar has failed for good. */
export async function giveUpAvatar(em: EntityManager, { userId, upload }: Upload): Promise<void> {
  await em.execute(`update user_account set avatar_state = 'failed' where id = ? and pending_avatar = ?`, [
    userId,
    upload,
  ]);
}

function showAvatar(
  em: EntityManager,
  { userId, upload }: Upload,
  avatar: string,
  widths: number[],
): Promise<string | null> {
  return em.transactional(async (em) => {
    const [user] = await em.execute<{ avatar: string }[]>(
      'select avatar from user_account where id = ? and pending_avatar = ? for no key update',
      [userId, upload],
    );
    if (user === undefined) return null;
    await em.execute(
      `update user_account set avatar = ?, avatar_widths = array[?]::int[], avatar_state = 'ready',
         pending_avatar = null
       where id = ?`,
      [avatar, widths, userId],
    );
    return user.avatar;
  });
}

/** Every avatar that is shown, and every upload that waits to be one: the files that must not be cleared away. */
export function findAvatarFiles(em: EntityManager): Promise<{ image: string; upload: string | null }[]> {
  return em.execute(
    `select avatar as image, pending_avatar as upload from user_account where avatar <> '' or pending_avatar is not null`,
  );
}

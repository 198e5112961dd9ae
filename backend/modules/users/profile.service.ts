import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { EditUserInput } from '#contract/users.input.ts';
import { type EntityManager, inFreshTransaction } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { UploadedImage } from '../../core/image.ts';
import { emit } from '../../core/outbox.ts';
import type { Storage } from '../../core/storage.ts';
import { User } from './user.entity.ts';
import { NO_SUCH_USER, refusingTakenUsername } from './users.service.ts';

/**
 * Changes what users may change of themselves; what is absent stays. A new avatar waits for the worker.
 * @throws AppError conflict if the username belongs to somebody else, in whatever case; notFound
 */
export async function editProfile(
  em: EntityManager,
  storage: Storage,
  userId: string,
  input: EditUserInput,
  image?: UploadedImage,
): Promise<void> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  await refusingTakenUsername(() =>
    inFreshTransaction(em, async (em) => {
      const user = await em.findOne(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (user === null) throw new AppError('notFound', NO_SUCH_USER);
      em.assign(user, given);
      const upload = randomUUID();
      if (image) {
        Object.assign(user, { pendingAvatar: upload, avatarState: 'processing' });
        emit(em, 'user.avatarUploaded', { userId, upload });
      }
      // Everything that can be refused is refused here; only then is there a file, and only with it a commit.
      await em.flush();
      if (image) await storage.storeUpload(upload, image.source);
    }),
  );
}

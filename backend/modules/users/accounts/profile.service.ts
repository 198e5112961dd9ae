import { LockMode } from '@mikro-orm/core';
import type { EditUserInput } from '#contract/users/users.input.ts';
import { m } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { type PictureFiles, removePictureFiles } from '../../pictures/picture-files.ts';
import { setPicture } from '../../pictures/pictures.service.ts';
import type { Upload } from '../../pictures/uploads.ts';
import { readLanguages } from '../../settings/settings.queries.ts';
import { User } from './user.entity.ts';
import { refuseMisleading } from './usernames.ts';
import { catchTakenUsername } from './users.service.ts';

/**
 * Edits a user's own profile; absent fields keep their values. A new avatar is shown once it is processed.
 * @throws AppError conflict if the username is taken, in any case; invalid if it misleads or the shop doesn't speak the
 * language; notFound; tooMany uploads
 */
export async function editProfile(
  em: EntityManager,
  storage: Storage,
  userId: string,
  input: EditUserInput,
  upload?: Upload,
): Promise<void> {
  let overtaken: PictureFiles[] = [];
  await catchTakenUsername(() =>
    inFreshTransaction(em, async (em) => {
      const user = await em.findOne(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (user === null) throw new AppError('notFound', m.users.notFound());
      await refuseMisleading(em, input.username, user);
      await refuseUnspoken(em, input.language);
      em.assign(user, input, { ignoreUndefined: true });
      if (upload) overtaken = await setPicture(em, { owner: { kind: 'user', id: userId }, upload, uploadedBy: userId });
    }),
  );
  await removePictureFiles(storage, overtaken);
}

async function refuseUnspoken(em: EntityManager, code: LanguageCode | undefined): Promise<void> {
  if (code === undefined || (await readLanguages(em)).includes(code)) return;
  throw invalid({ language: m.users.unknownLanguage() });
}

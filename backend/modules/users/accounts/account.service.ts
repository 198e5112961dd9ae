import { type DeleteAccountInput, WRONG_PASSWORD } from '#contract/users.input.ts';
import { type AccountExportView, CANNOT_DELETE_ADMIN, isAdmin } from '#contract/users.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { inFreshTransaction } from '../../../core/database/db.ts';
import type { Lookup } from '../../../core/database/lookup.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import type { Caller } from '../../../core/http/http.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { removePictureFiles } from '../../pictures/picture-files.ts';
import { removePictures } from '../../pictures/pictures.service.ts';
import { readFactors } from '../factors/factors.queries.ts';
import { cancelPasswordReset } from '../passwords/passwords.service.ts';
import { verifyOwnPassword } from '../passwords/passwords.ts';
import { listSessions } from '../sessions/sessions.service.ts';
import { viewUser } from './users.service.ts';
import { db } from './users.tables.ts';

type OwnData = Omit<AccountExportView, 'user' | 'secondFactors' | 'sessions'>;

/** What other modules do for an account: each reads the user's own data by name, and `close` cancels what is open. */
export type AccountParts = {
  own: { [Name in keyof OwnData]: (em: EntityManager, userId: string) => Promise<OwnData[Name]> };
  /** @throws AppError if the account can't be closed yet */
  close: (em: EntityManager, userId: string) => Promise<void>;
};

/** All data of a user that the shop stores for them. */
export async function exportAccount(
  em: EntityManager,
  votedFor: Lookup<string[]>,
  { own }: AccountParts,
  caller: Caller,
): Promise<AccountExportView> {
  const { userId } = caller;
  return {
    user: await viewUser(em, votedFor, userId),
    secondFactors: await readFactors(em, userId),
    orders: await own.orders(em, userId),
    comments: await own.comments(em, userId),
    ratings: await own.ratings(em, userId),
    savedViews: await own.savedViews(em, userId),
    sessions: await listSessions(em, caller),
  };
}

/**
 * Deletes a user's own account, with their sessions, reset requests and pictures, after canceling what is open. Comments
 * keep the name; ratings and orders stay without the user.
 * @throws AppError invalid if the password is wrong; forbidden for an admin; conflict or unavailable from `close`
 */
export async function deleteAccount(
  em: EntityManager,
  storage: Storage,
  { close }: AccountParts,
  userId: string,
  { password }: DeleteAccountInput,
): Promise<void> {
  const account = await db(em)
    .selectFrom('userAccount')
    .select(['passwordHash', 'role'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const matches = await verifyOwnPassword(account?.passwordHash, password);
  if (account === undefined || !matches) throw invalid({ password: WRONG_PASSWORD });
  if (isAdmin(account.role)) throw new AppError('forbidden', CANNOT_DELETE_ADMIN);
  await close(em, userId);
  await removeAccount(em, storage, userId);
}

async function removeAccount(em: EntityManager, storage: Storage, userId: string): Promise<void> {
  const pictures = await inFreshTransaction(em, async (em) => {
    const user = await db(em)
      .selectFrom('userAccount')
      .select(['email', 'role'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    // Deleted or made an admin meanwhile.
    if (user === undefined) return [];
    if (isAdmin(user.role)) throw new AppError('forbidden', CANNOT_DELETE_ADMIN);
    await cancelPasswordReset(em, user.email);
    const pictures = await removePictures(em, { kind: 'user', id: userId });
    await db(em).deleteFrom('userAccount').where('id', '=', userId).execute();
    return pictures;
  });
  await removePictureFiles(storage, pictures);
}

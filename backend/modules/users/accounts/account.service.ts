import type { DeleteAccountInput } from '#contract/users/users.input.ts';
import { type AccountExportView, isAdmin, type Role } from '#contract/users/users.ts';
import { m } from '#messages';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import type { Lookup } from '../../../core/database/lookup.ts';
import { AppError } from '../../../core/errors.ts';
import { emit } from '../../../core/events/outbox.ts';
import type { Caller } from '../../../core/http/http.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { type PictureFiles, removePictureFiles } from '../../pictures/picture-files.ts';
import { removePictures } from '../../pictures/pictures.service.ts';
import { listAddresses } from '../addresses/addresses.service.ts';
import { readFactors } from '../factors/factors.queries.ts';
import { cancelPasswordReset } from '../passwords/passwords.service.ts';
import { requireOwnPassword } from '../passwords/passwords.ts';
import { listSessions } from '../sessions/sessions.service.ts';
import { viewUser } from './users.service.ts';
import { db } from './users.tables.ts';

type OwnData = Omit<AccountExportView, 'user' | 'addresses' | 'secondFactors' | 'sessions'>;

/** What other modules do for an account: each reads the user's own data by name, and `close` cancels what is open. */
export type AccountParts = {
  own: { [Name in keyof OwnData]: (em: EntityManager, userId: string) => Promise<OwnData[Name]> };
  /** @throws AppError if the account can't be closed yet */
  close: (em: EntityManager, userId: string) => Promise<void>;
  forget: ForgetEmail;
};

/** Removes an email, which its owner has confirmed, from what people have sent without an account. */
export type ForgetEmail = (em: EntityManager, email: string) => Promise<void>;

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
    addresses: await listAddresses(em, userId),
    secondFactors: await readFactors(em, userId),
    orders: await own.orders(em, userId),
    comments: await own.comments(em, userId),
    commentReports: await own.commentReports(em, userId),
    ratings: await own.ratings(em, userId),
    savedViews: await own.savedViews(em, userId),
    sessions: await listSessions(em, caller),
  };
}

/**
 * Deletes a user's own account after canceling what is open.
 * @throws AppError invalid if the password is wrong; forbidden for an admin; conflict or unavailable from `close`
 */
export async function deleteAccount(
  em: EntityManager,
  storage: Storage,
  { close, forget }: AccountParts,
  userId: string,
  { password }: DeleteAccountInput,
): Promise<void> {
  await requireOwnPassword(em, userId, password, { password: m.users.wrongPassword() });
  await close(em, userId);
  const pictures = await inFreshTransaction(em, async (em) => {
    const user = await db(em)
      .selectFrom('userAccount')
      .select(['id', 'email', 'role', 'verifiedAt'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    // Deleted meanwhile.
    return user === undefined ? [] : removeUser(em, forget, user);
  });
  await removePictureFiles(storage, pictures);
}

/**
 * Deletes a locked user with their sessions, reset requests and pictures. Their comments keep the name; ratings and orders
 * stay without the user.
 * @returns the files to remove once that is committed
 * @throws AppError forbidden for an admin
 */
export async function removeUser(
  em: EntityManager,
  forget: ForgetEmail,
  { id, email, role, verifiedAt }: { id: string; email: string; role: Role; verifiedAt?: Date | string | null },
): Promise<PictureFiles[]> {
  if (isAdmin(role)) throw new AppError('forbidden', m.users.cannotDeleteAdmin());
  await cancelPasswordReset(em, email);
  if (verifiedAt) await forget(em, email);
  const pictures = await removePictures(em, { kind: 'user', id });
  await db(em).deleteFrom('userAccount').where('id', '=', id).execute();
  emit(em, 'user.deleted', { userId: id });
  return pictures;
}

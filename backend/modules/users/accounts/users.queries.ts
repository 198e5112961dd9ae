import { type InferResult, sql } from 'kysely';
import type { ImageState } from '#contract/catalogue/pictures.ts';
import type { TableQuery } from '#contract/table.ts';
import type { Role, UserColumn } from '#contract/users/users.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { asInDictionary, isFound, keyOfEmail } from '../../../core/database/names.ts';
import { anyOf, pageOf, prepared, preparedWith } from '../../../core/database/queries.ts';
import { countRows, readPage } from '../../../core/database/table.ts';
import { newId } from '../../../core/ids.ts';
import { shownPictures } from '../../pictures/pictures.queries.ts';
import { hasSecondFactor } from '../factors/factors.queries.ts';
import { searchedColumns } from './user.entity.ts';
import { db, emailIs } from './users.tables.ts';

export type UserRow = InferResult<ReturnType<typeof users>>[number];

/** Users with their avatars, without password hashes. */
function users(em: EntityManager) {
  return db(em)
    .selectFrom('userAccount')
    .leftJoin(shownPictures(em, 'user').as('picture'), (join) =>
      join.onRef('picture.ownerId', '=', 'userAccount.id').on('picture.position', '=', 0),
    )
    .select(['userAccount.id', 'username', 'email', 'firstName', 'lastName', 'gender', 'city', 'address', 'postCode'])
    .select(['phoneNumber', 'language', 'active as status', 'role', 'verifiedAt'])
    .select(({ fn }) => [
      sql<string>`case when picture.is_published then picture.image else '' end`.as('avatar'),
      fn.coalesce('picture.imageWidths', sql<number[]>`'{}'`).as('avatarWidths'),
      fn.coalesce('picture.imageState', sql<ImageState>`'ready'`).as('avatarState'),
    ]);
}

const usersWithId = prepared((em, userId: string) => users(em).where('userAccount.id', '=', userId));

export async function findUser(em: EntityManager, userId: string): Promise<UserRow | undefined> {
  const [user] = await usersWithId(em, userId);
  return user;
}

/**
 * Locks a user until the transaction ends.
 * @returns their full name, or the username without one; null if the user does not exist
 */
export async function lockUser(em: EntityManager, userId: string): Promise<string | null> {
  return (await lockBuyer(em, userId))?.name ?? null;
}

/** Like lockUser, with the email too. */
export async function lockBuyer(em: EntityManager, userId: string): Promise<{ name: string; email: string } | null> {
  const [user] = await lockedUsers(em, userId);
  if (user === undefined) return null;
  return { name: `${user.firstName} ${user.lastName}`.trim() || user.username, email: user.email };
}

const lockedUsers = prepared((em, userId: string) =>
  db(em)
    .selectFrom('userAccount')
    .select(['username', 'firstName', 'lastName', 'email'])
    .where('id', '=', userId)
    .forUpdate(),
);

type TypedAddress = Record<'name' | 'address' | 'city' | 'postCode' | 'country' | 'phoneNumber', string> & {
  state?: string;
  company?: string;
  vatId?: string;
};

/** Keeps an address that a user has typed: fills the empty fields of the profile, and saves it if it is the first. */
export async function keepAddress(
  em: EntityManager,
  userId: string,
  { state = '', company = '', vatId = '', ...typed }: TypedAddress,
) {
  await keptAddresses(em, { id: newId(), userId, state, company, vatId, ...typed });
}

const keptColumns = [
  'company',
  'vatId',
  'name',
  'address',
  'city',
  'postCode',
  'state',
  'country',
  'phoneNumber',
] as const;

type KeptAddress = Record<'id' | 'userId' | (typeof keptColumns)[number], string>;

const keptAddresses = preparedWith(['id', 'userId', ...keptColumns], (em, kept: KeptAddress) => {
  const filled = (field: 'address' | 'city' | 'postCode' | 'phoneNumber') =>
    sql<string>`coalesce(nullif(${sql.ref(field)}, ''), ${kept[field]})`;
  return db(em)
    .with('profile', (db) =>
      db
        .updateTable('userAccount')
        .set({
          address: filled('address'),
          city: filled('city'),
          postCode: filled('postCode'),
          phoneNumber: filled('phoneNumber'),
        })
        .where('id', '=', kept.userId),
    )
    .insertInto('userAddress')
    .columns([...keptColumns, 'id', 'ownerId', 'isDefault'])
    .expression(
      db(em)
        .selectNoFrom(keptColumns.map((column) => sql<string>`${kept[column]}::text`.as(column)))
        .select([sql<string>`${kept.id}::uuid`.as('id'), sql<string>`${kept.userId}::uuid`.as('ownerId')])
        .select(sql<boolean>`true`.as('isDefault'))
        .where(({ not, exists }) =>
          not(exists(db(em).selectFrom('userAddress').select('id').where('ownerId', '=', kept.userId))),
        ),
    );
});

/** Users by id, in this order, with what admins see. */
export const readAdminUsers = prepared((em, ids: readonly string[]) =>
  users(em)
    .select(['userAccount.createdAt', hasSecondFactor(em).as('hasSecondFactor')])
    .innerJoin(pageOf(ids), 'page.id', 'userAccount.id')
    .orderBy('page.place'),
);

/** The ids of a page of the users table, filtered by `active` and `role`. */
export async function listUsers(
  em: EntityManager,
  query: TableQuery<UserColumn>,
  { active, role }: { active?: boolean; role?: Role } = {},
) {
  let found = db(em).selectFrom('userAccount');
  if (active !== undefined) found = found.where('active', '=', active);
  if (role !== undefined) found = found.where('role', '=', role);
  if (query.search !== '') {
    found = found.where(({ or }) => or(searchedColumns.map((column) => isFound(column, query.search))));
  }
  return readPage(
    query,
    {
      columns: {
        email: sql.raw(keyOfEmail('email')),
        username: asInDictionary(sql.ref('username')),
        // As the table shows it: Active comes before Inactive.
        status: ({ not }) => not('active'),
        role: 'role',
        added: 'createdAt',
      },
      ties: ['id'],
    },
    found.select('id'),
    countRows(em, found),
    { isSearch: query.search !== '' },
  );
}

/** The number of all users, including admins and inactive ones. */
export async function countUsers(em: EntityManager): Promise<number> {
  const { count } = await db(em)
    .selectFrom('userAccount')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Subquery: every user's name and email, to join by `id`. */
export function userNames(em: EntityManager) {
  return db(em).selectFrom('userAccount').select(['id', 'username', 'email', 'verifiedAt']);
}

/** Subquery: the active users who have a role in the dashboard, to join by `id`. */
export function activeStaff(em: EntityManager) {
  return db(em)
    .selectFrom('userAccount')
    .select(['id', 'username', 'email', 'role'])
    .where('active', '=', true)
    .where('role', '<>', 'user');
}

/** Subquery: the ids of users with `search` in their name or email. A whole email finds only its user, not longer ones. */
export function usersNamed(em: EntityManager, search: string) {
  const users = () => db(em).selectFrom('userAccount').select('id');
  const owner = users().where(emailIs(search));
  return owner.union(
    users()
      .where(({ not, exists }) => not(exists(owner)))
      .where(({ or }) => or([isFound('username', search), isFound('email', search)])),
  );
}

/** The emails of users, by id. */
export async function findEmails(em: EntityManager, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await userNames(em).where('id', '=', anyOf(userIds)).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Subquery: password resets requested for an email that contains `search`. */
export function resetsRequestedFor(em: EntityManager, search: string) {
  return db(em).selectFrom('passwordResetRequest').where(isFound('email', search));
}

/** The emails of password reset requests, by request id. */
export async function findResetEmails(em: EntityManager, requestIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db(em)
    .selectFrom('passwordResetRequest')
    .select(['id', 'email'])
    .where('id', '=', anyOf(requestIds))
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

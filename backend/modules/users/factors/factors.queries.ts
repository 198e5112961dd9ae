import { sql } from 'kysely';
import type { FactorsView, SecondFactor } from '#contract/users/factors.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { isoDate } from '../../../core/database/iso-date.ts';
import { db } from '../accounts/users.tables.ts';

/** The ways in which a user can complete a login; none if the password is enough. */
export async function listMethods(em: EntityManager, userId: string): Promise<SecondFactor[]> {
  const has = await db(em)
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(
        selectFrom('authenticatorApp')
          .select('userId')
          .where('userId', '=', userId)
          .where('confirmedAt', 'is not', null),
      ).as('code'),
      exists(selectFrom('passkey').select('id').where('userId', '=', userId)).as('passkey'),
      exists(selectFrom('recoveryCode').select('hash').where('userId', '=', userId)).as('recoveryCode'),
    ])
    .executeTakeFirstOrThrow();
  // Recovery codes are removed with the last factor that they stand in for.
  return (['code', 'passkey', 'recoveryCode'] as const).filter((method) => has[method]);
}

/** Expression: whether the user of the row has a second factor. */
export function hasSecondFactor(em: EntityManager) {
  const app = db(em)
    .selectFrom('authenticatorApp')
    .select('authenticatorApp.userId')
    .whereRef('authenticatorApp.userId', '=', sql.ref('userAccount.id'))
    .where('confirmedAt', 'is not', null);
  const passkey = db(em)
    .selectFrom('passkey')
    .select('passkey.id')
    .whereRef('passkey.userId', '=', sql.ref('userAccount.id'));
  return sql<boolean>`(exists ${app} or exists ${passkey})`;
}

/** A user's second factors. */
export async function readFactors(em: EntityManager, userId: string): Promise<Omit<FactorsView, 'isRequired'>> {
  const app = await db(em)
    .selectFrom('authenticatorApp')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  const passkeys = await db(em)
    .selectFrom('passkey')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  const { count } = await db(em)
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    appSince: app?.confirmedAt ? isoDate(app.confirmedAt) : null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      _id: id,
      name,
      date: isoDate(createdAt),
      lastUsed: lastUsedAt && isoDate(lastUsedAt),
    })),
    recoveryCodesLeft: Number(count),
  };
}

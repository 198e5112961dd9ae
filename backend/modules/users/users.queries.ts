import { sql } from 'kysely';
import type { EntityManager } from '../../core/db.ts';
import { containing } from '../../core/queries.ts';
import { db } from './users.tables.ts';

/** Fragment: every user's name and email, to be joined by `id`. */
export function userNames(em: EntityManager) {
  return db(em).selectFrom('userAccount').select(['id', 'username', 'email']);
}

/** Fragment: the ids of the users with `search` in their name or email. */
export function usersNamed(em: EntityManager, search: string) {
  return (
    db(em)
      .selectFrom('userAccount')
      .select('id')
      // The expression of the trigram index.
      .where(sql<string>`username || ' ' || email`, 'ilike', containing(search))
  );
}

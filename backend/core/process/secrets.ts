import type { EntityManager } from '../database/db.ts';
import { queriesOn, type Table } from '../database/queries.ts';
import { newToken } from '../http/sessions.ts';
import type { SecretSchema } from './secret.entity.ts';

const db = queriesOn<{ secret: Table<typeof SecretSchema> }>();

/** A random key with this name, the same in all processes. The first call creates it. */
export async function readSecret(em: EntityManager, name: string): Promise<string> {
  await db(em)
    .insertInto('secret')
    .values({ name, value: newToken() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db(em)
    .selectFrom('secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}

import type { EntityManager } from '../../core/db.ts';

/** How many users there are, admins and inactive ones among them. */
export async function countUsers(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>('select count(*)::int from user_account');
  return row?.count ?? 0;
}

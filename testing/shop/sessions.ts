import { withClient } from '../servers/database.ts';

/** Makes all sessions of a running shop's user two hours old. */
export async function ageSessions(databaseUrl: string, userId: string): Promise<void> {
  const makeOlder = "update session set created_at = now() - interval '2 hours' where user_id = $1";
  await withClient(databaseUrl, (client) => client.query(makeOlder, [userId]));
}

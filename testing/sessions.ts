import { Client } from 'pg';

/** Makes all sessions of a running shop's user two hours old. */
export async function ageSessions(databaseUrl: string, userId: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query("update session set created_at = now() - interval '2 hours' where user_id = $1", [userId]);
  } finally {
    await client.end();
  }
}

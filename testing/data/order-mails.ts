import { withClient } from '../servers/database.ts';

/** Makes all that an order's shopper was sent a minute older, so that it can be sent again. */
export async function passAMinute(databaseUrl: string, orderId: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(`update order_mail set sent_at = sent_at - interval '61 s' where order_id = $1`, [orderId]);
    await client.query(
      `update order_mail_resend set sent_at = sent_at - interval '61 s'
       where mail_id in (select id from order_mail where order_id = $1)`,
      [orderId],
    );
  });
}

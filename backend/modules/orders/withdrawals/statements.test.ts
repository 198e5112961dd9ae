import { expect, test } from 'vitest';
import { mailsTo, readMail } from '../../../../testing/data/mails.ts';
import { addPastOrder } from '../../../../testing/data/past-orders.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { interceptStatements } from '../../../../testing/shop/statements.ts';
import { createMailer } from '../../../core/mail/mailer.ts';
import { sendAcknowledgement } from '../mails/returns.email.ts';

const shop = await startTestShop({ timeZone: 'Europe/Berlin', languages: ['en', 'de'], trustedProxies: 1 });
const typed = { orderNumber: '1001', name: 'Ada', email: 'ada@example.com', items: 'Ein Laptop', note: 'Zu laut' };

test('an acknowledgement leaves after a day without a mail server, with the time of receipt', async () => {
  const headers = { 'Accept-Language': 'de' };
  const { body } = await shop.call('POST', '/withdrawal', { body: typed, headers });
  const { reference } = body.withdrawal;
  const em = shop.em();
  const set = `update withdrawal set received_at = '2026-07-01T10:00:05Z' where reference = ? returning id`;
  const [{ id: withdrawalId = '' } = {}] = await em.execute<{ id: string }[]>(set, [reference]);
  const send = (smtpUrl: string) => {
    const mailer = createMailer(smtpUrl, shop.url);
    return sendAcknowledgement({ em, mailer, publicUrl: shop.url, settings: shop.settings }, { withdrawalId });
  };
  await expect(send('smtp://127.0.0.1:1')).rejects.toThrow();
  expect(await mailsTo(shop.mailbox.url, typed.email)).toEqual([]);
  await send(shop.mailbox.smtpUrl);
  const { subject, text } = await readMail(shop.mailbox.url, typed.email, /Widerruf/);
  expect(subject).toContain(reference);
  for (const part of [...Object.values(typed), reference, '1. Juli 2026 um 12:00 (UTC+02:00)']) {
    expect(text).toContain(part);
  }
});

test('whether an order exists can be told neither by the answer nor by what the shop does for it', async () => {
  const { id, number } = await addPastOrder(shop.em(), { state: 'paid' });
  await shop.em().execute('update shop_order set email = ? where id = ?', [typed.email, id]);
  const statements: string[] = [];
  const spy = await interceptStatements(shop.database, (sql) => {
    statements.push(sql);
    return sql;
  });
  const withoutIds = (sql: string) => sql.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');
  // Workers are told after the response.
  const isOfRequest = (sql: string) => !sql.includes('pg_notify');
  const state = async (body: object) => {
    statements.length = 0;
    const response = await shop.call('POST', '/withdrawal', { body: { ...typed, ...body } });
    return {
      status: response.status,
      shape: Object.keys(response.body),
      statements: statements.map(withoutIds).filter(isOfRequest),
    };
  };
  // The first call on a connection sets it up.
  await state({ orderNumber: '?' });
  const fitting = await state({ orderNumber: String(number) });
  const others = [
    await state({ orderNumber: 'x' }),
    await state({ orderNumber: `${number}`, email: 'eve@example.com' }),
  ];
  spy.mockRestore();
  for (const other of others) expect(other).toEqual(fitting);
  const attached = await shop.em().execute('select order_id from withdrawal where order_id is not null');
  expect(attached).toEqual([{ order_id: id }]);
});

test('statements are limited to 20 an hour per address', async () => {
  const state = async (address: string) =>
    (await shop.call('POST', '/withdrawal', { body: typed, headers: { 'X-Forwarded-For': address } })).status;
  const statuses = [];
  for (let n = 0; n < 20; n += 1) statuses.push(await state('198.51.100.9'));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await state('198.51.100.9')).toBe(429);
  expect(await state('198.51.100.10')).toBe(200);
});

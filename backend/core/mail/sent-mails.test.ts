import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { mailsTo } from '../../../testing/data/mails.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { waitFor } from '../../../testing/wait.ts';
import { entities } from '../../entities.ts';
import { openDatabase } from '../database/db.ts';
import { listen } from '../http/listen.ts';
import { POOL_MIN } from '../process/environment.ts';
import { createMailer, type Mail, type Mailer } from './mailer.ts';
import { forgetSentMails, sendingOnce } from './sent-mails.ts';

const shop = await startTestShop();
const mailer = createMailer(shop.mailbox.smtpUrl, shop.url);

let count = 0;
function newMail(): Mail {
  count += 1;
  const text = 'Hello';
  return {
    to: `reader${count}@example.com`,
    subject: text,
    text,
    html: text,
    from: 'Shop',
    reference: `greeting-${count}`,
  };
}

const sendOnce = (mail: Mail, through: Mailer = mailer) => sendingOnce(shop.em(), through).send(mail);
const received = async ({ to }: Mail) => (await mailsTo(shop.mailbox.url, to)).length;

test('sends a mail once, however often it is requested', async () => {
  const mail = newMail();
  await sendOnce(mail);
  await sendOnce(mail);
  expect(await received(mail)).toBe(1);
});

test('sends a mail once for concurrent requests', async () => {
  const mail = newMail();
  await Promise.all([sendOnce(mail), sendOnce(mail), sendOnce(mail)]);
  expect(await received(mail)).toBe(1);
});

test('sends a rejected mail with the next attempt', async () => {
  const mail = newMail();
  const away = createMailer('smtp://127.0.0.1:1', shop.url);
  await expect(sendOnce(mail, away)).rejects.toThrow('ECONNREFUSED');
  await sendOnce(mail);
  expect(await received(mail)).toBe(1);
});

test('prepares a mail once, and sends it only if wanted', async () => {
  const mail = newMail();
  const prepared: boolean[] = [];
  const send = (isWanted: boolean) =>
    sendingOnce(shop.em(), mailer).send(mail, async () => {
      prepared.push(isWanted);
      return isWanted;
    });
  await send(false);
  expect(await received(mail)).toBe(0);
  await send(true);
  await send(true);
  expect(prepared).toEqual([false, true]);
  expect(await received(mail)).toBe(1);
});

test('a process that dies while sending does not block others', async () => {
  const mail = newMail();
  const silent = await startSilentServer();
  const dying = createMailer(`smtp://127.0.0.1:${silent.port}`, shop.url);
  const failure = expect(sendOnce(mail, dying)).rejects.toThrow();
  await waitFor('the connection to the mail server', () => silent.sockets.length === 1);
  // What PostgreSQL sees when the process is killed.
  await loseConnection();
  await sendOnce(mail);
  expect(await received(mail)).toBe(1);
  for (const socket of silent.sockets) socket.destroy();
  await failure;
  silent.close();
});

test('sends a mail once if the database is lost while sending', async () => {
  const mail = newMail();
  const losing: Mailer = {
    ...mailer,
    async send(mail) {
      await mailer.send(mail);
      await loseConnection();
    },
  };
  await sendOnce(mail, losing);
  await sendOnce(mail);
  expect(await received(mail)).toBe(1);
});

test('mails in transit leave the connections of the smallest pool to other work', async () => {
  const small = await openDatabase({ url: shop.databaseUrl, entities, poolSize: POOL_MIN });
  onTestFinished(() => small.close());
  const mails = Array.from({ length: POOL_MIN }, newMail);
  const inTransit = new Set<Mail>();
  const waiting: Mailer = {
    ...mailer,
    async send(mail) {
      inTransit.add(mail);
      await waitFor('all mails to be in transit', () => inTransit.size === mails.length);
    },
  };
  const prepare = async () => (await small.em.fork().execute('select 1')).length > 0;
  await Promise.all(mails.map((mail) => sendingOnce(small.em.fork(), waiting).send(mail, prepare)));
});

test('forgets old mails', async () => {
  const [older, newer] = [newMail(), newMail()];
  await sendOnce(older);
  await sendOnce(newer);
  await shop
    .em()
    .execute(`update sent_mail set sent_at = now() - interval '2 hours' where reference = ?`, [older.reference]);
  await forgetSentMails(shop.em(), 60 * 60 * 1000);
  const rows = await shop
    .em()
    .execute<{ reference: string }[]>('select reference from sent_mail where reference in (?)', [
      [older.reference, newer.reference],
    ]);
  expect(rows.map(({ reference }) => reference)).toEqual([newer.reference]);
});

/** Terminates the connections of mails in transit. */
async function loseConnection(): Promise<void> {
  const ended = await shop.em().execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction' and query like 'insert into "sent_mail"%'`,
  );
  expect(ended).toHaveLength(1);
}

/** Accepts connections but never responds. */
async function startSilentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  const port = await listen(server, 0, '127.0.0.1', 'SMTP_URL');
  return { port, sockets, close: () => server.close() };
}

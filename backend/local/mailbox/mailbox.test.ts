import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsTo } from '../../../testing/data/mails.ts';
import { createMailer } from '../../core/mail/mailer.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';

let folder: string;
let mailbox: Mailbox;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webshop-test-mailbox-'));
  mailbox = await startMailbox({ folder, port: 0 });
});
afterAll(async () => {
  await mailbox.close();
  await rm(folder, { recursive: true, force: true });
});

test('fails to start on a taken port and names the variable to change', async () => {
  const port = Number(new URL(mailbox.url).port);
  await expect(startMailbox({ folder, port })).rejects.toThrow(`Port ${port} is taken: set PORT to another`);
});

test('discards the mail of a sender that disconnects, and serves others', async () => {
  const socket = connect(Number(new URL(mailbox.smtpUrl).port), '127.0.0.1');
  for (const line of ['EHLO shop', 'MAIL FROM:<shop@example.com>', 'RCPT TO:<lost@example.com>', 'DATA']) {
    await once(socket, 'data');
    socket.write(`${line}\r\n`);
  }
  await once(socket, 'data');
  socket.write('Subject: Half a ma');
  socket.resetAndDestroy();

  const mailer = createMailer(mailbox.smtpUrl, 'http://localhost');
  const text = 'Whole';
  await mailer.send({ to: 'reader@example.com', subject: text, text, html: text, from: 'Shop', reference: 'whole' });
  mailer.close();
  expect(await mailsTo(mailbox.url, 'reader@example.com')).toHaveLength(1);
  expect(await mailsTo(mailbox.url, 'lost@example.com')).toEqual([]);
});

test('shows mails only at its own host, whatever name leads to this machine', async () => {
  const get = async (host: string) => {
    const [response] = await once(request(`${mailbox.url}/mails.json`, { headers: { Host: host } }).end(), 'response');
    return (response as IncomingMessage).resume().statusCode;
  };
  const { host, port } = new URL(mailbox.url);
  expect(await get(host)).toBe(200);
  expect(await get(`127.0.0.1:${port}`)).toBe(200);
  for (const other of [`evil.example:${port}`, 'evil.example']) expect(await get(other)).toBe(421);
});

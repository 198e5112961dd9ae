import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailer, type Mailer } from '../../../backend/core/mail/mailer.ts';
import { type Mailbox, startMailbox } from '../../../backend/local/mailbox/mailbox.ts';
import { type MailNetwork, startMailNetwork } from './mail-network.ts';

let folder: string;
let mailbox: Mailbox;
let network: MailNetwork;
let mailer: Mailer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webshop-mail-network-'));
  mailbox = await startMailbox({ folder, port: 0 });
  network = await startMailNetwork(Number(new URL(mailbox.smtpUrl).port));
  mailer = createMailer(`smtp://127.0.0.1:${network.port}`, 'http://shop.example');
});
afterEach(async () => {
  mailer.close();
  await network.close();
  await mailbox.close();
  await rm(folder, { recursive: true });
});

const send = (reference: string) =>
  // Long enough to arrive in several chunks.
  mailer.send({
    to: 'ann@example.com',
    from: 'Shop',
    subject: 'Hello',
    text: 'word '.repeat(50_000),
    html: '',
    reference,
  });
const arrived = async () => (await readdir(folder)).filter((name) => name.endsWith('.eml')).length;

test('forwards mails and their confirmations', async () => {
  await send('one');
  expect(await arrived()).toBe(1);
  expect(network.unconfirmed()).toEqual([]);
});

test('drops the confirmation of an accepted mail, and records its Message-ID', async () => {
  network.dropConfirmations(true);
  await expect(send('one')).rejects.toThrow();
  expect(await arrived()).toBe(1);
  network.dropConfirmations(false);
  await send('two');
  expect(network.unconfirmed()).toEqual(['<one@shop.example>']);
});

test('delivers no mail while it is cut', async () => {
  network.cut();
  await expect(send('one')).rejects.toThrow();
  expect(await arrived()).toBe(0);
  expect(network.unconfirmed()).toEqual([]);
});

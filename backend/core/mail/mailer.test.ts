import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { createMailer } from './mailer.ts';

const shop = await startTestShop();

test.each([
  ['the address that the shop has for it', 'orders@shop.example', 'orders@shop.example'],
  ["no-reply at the shop's host", null, 'no-reply@127.0.0.1'],
])('a mail comes from %s, under the name of the shop', async (_, address, expected) => {
  const mailer = createMailer(shop.mailbox.smtpUrl, shop.url, { address });
  onTestFinished(() => mailer.close());
  const subject = `From ${expected}`;
  await mailer.send({
    to: 'ada@example.com',
    subject,
    text: 'Hello',
    html: 'Hello',
    from: 'Tea & Co',
    reference: expected,
  });
  const folder = join(shop.dataDir, 'mailbox');
  const mails = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')));
  expect(mails.find((mail) => mail.includes(subject))).toContain(`From: "Tea & Co" <${expected}>`);
});
